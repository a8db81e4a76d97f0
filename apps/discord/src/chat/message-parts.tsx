import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { AuthorName } from '@tickets/discord-ui/message/author-name.tsx';
import { ReplyBar } from '@tickets/discord-ui/message/reply-bar.tsx';
import { Mention } from '@tickets/discord-ui/text/mention.tsx';
import { plainText } from '@tickets/discord-ui/text/plain-text';
import type { MentionNames } from '@tickets/discord-ui/types';
import { Eye, Spool } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../client/client.ts';
import { dismiss, jumpTo, react } from '../client/messages.ts';
import { goTo } from '../client/navigation.ts';
import type { Message, Reaction } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './message.module.css';

const PREVIEW_MAX = 200;

interface ReplyLineProps {
  reply: NonNullable<Message['reply']>;
  names: MentionNames;
}

/** What a message answers; a press goes there. */
export function ReplyLine({ reply, names }: ReplyLineProps) {
  const { id, author } = reply;
  if (!id || !author)
    return (
      <ReplyBar>
        <i>Original message was deleted</i>
      </ReplyBar>
    );
  const preview =
    plainText(reply.content, names) ||
    (reply.has_attachments ? 'Click to see attachment' : 'Click to see message');
  return (
    <ReplyBar
      author={{ name: author.name, color: author.colour, bot: author.bot }}
      avatar={<Avatar src={author.avatar_url} size={16} />}
    >
      <button type="button" className={styles.preview} onClick={() => jumpTo(id)}>
        {preview.slice(0, PREVIEW_MAX)}
      </button>
    </ReplyBar>
  );
}

/** Which command a message answers, and who used it. */
export function CommandLine({ command }: { command: NonNullable<Message['command']> }) {
  return (
    <UsedLine avatarUrl={command.avatar_url} by={command.by}>
      {`${command.slash ? '/' : ''}${command.name}`}
    </UsedLine>
  );
}

interface UsedLineProps {
  avatarUrl: string;
  by: string;
  children: string;
}

export function UsedLine({ avatarUrl, by, children }: UsedLineProps) {
  return (
    <ReplyBar>
      <Avatar src={avatarUrl} size={16} />
      <span>
        <b>{by}</b> used <Mention name={children} />
      </span>
    </ReplyBar>
  );
}

export function Reactions({ message }: { message: Message }) {
  return (
    <div className={styles.reactions}>
      {message.reactions.map((reaction) => (
        <ReactionButton key={reaction.id ?? reaction.name} message={message} reaction={reaction} />
      ))}
    </div>
  );
}

function ReactionButton({ message, reaction }: { message: Message; reaction: Reaction }) {
  const client = useClient();
  const { id, count, names, url } = reaction;
  const name = reaction.name ?? '';
  const others = count > names.length ? ` and ${count - names.length} more` : '';
  return (
    <button
      type="button"
      className={styles.reaction}
      aria-pressed={reaction.me}
      aria-label={`${name}, ${count} ${count === 1 ? 'reaction' : 'reactions'}`}
      title={`${names.join(', ')}${others}`}
      onClick={() => void react(client, message, { id, name }, reaction.me)}
    >
      {url ? <img className={styles.reactionPicture} src={url} alt="" /> : <EmojiPicture emoji={name} mute />}
      {count}
    </button>
  );
}

/** The thread that was started from a message. */
export function ThreadCard({ thread }: { thread: NonNullable<Message['thread']> }) {
  const client = useClient();
  return (
    <button
      type="button"
      className={styles.threadCard}
      onClick={() => void goTo(client, thread.id, { push: true })}
    >
      <Spool size={18} aria-hidden="true" />
      <b>{thread.name}</b>
      <span>{thread.messages} messages</span>
    </button>
  );
}

export function OnlyYou({ message }: { message: Message }) {
  const client = useClient();
  return <OnlyYouLine onDismiss={() => void dismiss(client, message)} />;
}

export function OnlyYouLine({ onDismiss }: { onDismiss: () => void }): ReactNode {
  return (
    <p className={styles.onlyYou}>
      <Eye size={16} aria-hidden="true" />
      Only you can see this •
      <button type="button" className={styles.link} onClick={onDismiss}>
        Dismiss message
      </button>
    </p>
  );
}

/** Who did or said something, as their name stands in a message. */
export function Author({ author }: { author: Message['author'] }) {
  return <AuthorName name={author.name} color={author.colour} bot={author.bot} />;
}
