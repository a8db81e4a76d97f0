import { Copy, Pencil, Pin, Reply, SmilePlus, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useClient } from '../client/client.ts';
import { runCommand } from '../client/interactions.ts';
import { askToDelete, dismiss, react, startEdit, startReply, togglePin } from '../client/messages.ts';
import type { Place } from '../client/state.ts';
import type { Command, Message } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './floating.module.css';
import { Item, Menu } from './menu.tsx';

/** Commands of this type are used on a message. */
const ON_MESSAGE = 3;

interface MessageMenuProps {
  message: Message;
  place: Place;
}

export function MessageMenu({ message, place }: MessageMenuProps) {
  const client = useClient();
  const commands = useMessageCommands(message);
  const pickEmoji = () =>
    client.openMenu({
      kind: 'emoji',
      x: place.x,
      y: place.y,
      onPick: (emoji) => void react(client, message, emoji),
    });
  const copy = () => client.attempt(() => navigator.clipboard.writeText(message.content));
  if (!commands) return null;
  return (
    <Menu place={place} label="Message">
      {message.can_react ? (
        <Item icon={<SmilePlus size={18} aria-hidden="true" />} label="Add Reaction" onPick={pickEmoji} />
      ) : null}
      {message.can_reply ? (
        <Item
          icon={<Reply size={18} aria-hidden="true" />}
          label="Reply"
          onPick={() => startReply(client, message)}
        />
      ) : null}
      {message.can_edit ? (
        <Item
          icon={<Pencil size={18} aria-hidden="true" />}
          label="Edit Message"
          onPick={() => startEdit(client, message)}
        />
      ) : null}
      {message.can_pin ? (
        <Item
          icon={<Pin size={18} aria-hidden="true" />}
          label={message.pinned ? 'Unpin Message' : 'Pin Message'}
          onPick={() => void togglePin(client, message)}
        />
      ) : null}
      {message.content ? (
        <Item icon={<Copy size={18} aria-hidden="true" />} label="Copy Text" onPick={() => void copy()} />
      ) : null}
      {commands.length > 0 && !message.ephemeral ? (
        <>
          <p className={styles.menuTitle} role="presentation">
            Apps
          </p>
          {commands.map((command) => (
            <Item
              key={command.id}
              icon={<Avatar src={command.app.avatar_url} size={18} />}
              label={command.name}
              onPick={() =>
                void runCommand(client, command, { channel_id: message.channel_id, target_id: message.id })
              }
            />
          ))}
        </>
      ) : null}
      {message.ephemeral ? (
        <Item
          icon={<X size={18} aria-hidden="true" />}
          label="Dismiss Message"
          onPick={() => void dismiss(client, message)}
        />
      ) : null}
      {message.can_delete ? (
        <Item
          isDanger
          icon={<Trash2 size={18} aria-hidden="true" />}
          label="Delete Message"
          onPick={() => askToDelete(client, message)}
        />
      ) : null}
    </Menu>
  );
}

/** So long a menu waits for the commands of apps. */
const PATIENCE_MS = 500;

/**
 * The commands that apps have for a message; undefined while they are asked for. They are never added to a menu that is already
 * open: a press that was meant for one item would land on another.
 */
function useMessageCommands({ channel_id }: Message): readonly Command[] | undefined {
  const client = useClient();
  const [commands, setCommands] = useState<readonly Command[]>();
  useEffect(() => {
    let isWanted = true;
    const show = (found: readonly Command[]) => {
      clearTimeout(timer);
      if (isWanted) setCommands(found);
      isWanted = false;
    };
    const timer = setTimeout(() => show([]), PATIENCE_MS);
    void client
      .attempt(() => client.api.commands(channel_id))
      .then((answer) => show((answer?.commands ?? []).filter(({ type }) => type === ON_MESSAGE)));
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, channel_id]);
  return commands;
}
