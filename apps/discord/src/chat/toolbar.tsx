import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { Ellipsis, Pencil, Reply, SmilePlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useClient } from '../client/client.ts';
import { react, startEdit, startReply } from '../client/messages.ts';
import type { Message } from '../simulator/types.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './message.module.css';

const QUICK = ['👍', '❤️', '😂'];
const PICKER_PX = 260;

interface ToolbarProps {
  message: Message;
  onMore: (event: MouseEvent) => void;
}

/** What can be done with a message, shown while it is pointed at or has the focus. */
export function Toolbar({ message, onMore }: ToolbarProps) {
  const client = useClient();
  const pickEmoji = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    client.openMenu({
      kind: 'emoji',
      x: left - PICKER_PX,
      y: bottom + 4,
      onPick: (emoji) => void react(client, message, emoji),
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons beside each other, not the fields of a form
    <div className={styles.toolbar} role="group" aria-label="Message actions">
      {message.can_react ? (
        <>
          {QUICK.map((name) => (
            <IconButton
              key={name}
              label={`React with ${name}`}
              className={styles.quick}
              onClick={() => void react(client, message, { name })}
            >
              <EmojiPicture emoji={name} mute />
            </IconButton>
          ))}
          <IconButton label="Add Reaction" onClick={pickEmoji}>
            <SmilePlus size={20} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      {message.can_edit ? (
        <IconButton label="Edit" onClick={() => startEdit(client, message)}>
          <Pencil size={20} aria-hidden="true" />
        </IconButton>
      ) : null}
      {message.can_reply ? (
        <IconButton label="Reply" onClick={() => startReply(client, message)}>
          <Reply size={20} aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton label="More" onClick={onMore}>
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
