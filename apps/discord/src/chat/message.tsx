import { cx } from '@tickets/discord-ui/class-names';
import { Dots } from '@tickets/discord-ui/live/dots.tsx';
import { Attachments } from '@tickets/discord-ui/message/attachments.tsx';
import { AuthorName } from '@tickets/discord-ui/message/author-name.tsx';
import { MessageBody } from '@tickets/discord-ui/message/message-body.tsx';
import { useDayTime } from '@tickets/discord-ui/text/use-day-time';
import { memo } from 'react';
import { useClient } from '../client/client.ts';
import { openProfile } from '../client/host.ts';
import { elementIdOf } from '../client/messages.ts';
import { namesNow } from '../client/names.ts';
import type { Message, Server } from '../simulator/types.ts';
import { clockTime, fullTime } from '../ui/times.ts';
import { EditBox } from './edit-box.tsx';
import { LiveMessage } from './live-message.tsx';
import { systemTypeOf } from './log-rows.ts';
import styles from './message.module.css';
import { CommandLine, OnlyYou, Reactions, ReplyLine, ThreadCard } from './message-parts.tsx';
import { SystemMessage } from './system-message.tsx';
import { Toolbar } from './toolbar.tsx';
import { useMessageMenu } from './use-message-menu.ts';

interface MessageRowProps {
  message: Message;
  server: Server | null;
  /** Stands below another one of the same author. */
  isGrouped: boolean;
  isEdited: boolean;
  /** It is being answered. */
  isAnswered: boolean;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const type = systemTypeOf(props.message);
  if (type !== undefined) return <SystemMessage message={props.message} type={type} />;
  return <Regular {...props} />;
});

function Regular({ message, server, isGrouped, isEdited, isAnswered }: MessageRowProps) {
  const openMenu = useMessageMenu(message);
  const className = cx(
    styles.message,
    !isGrouped && styles.first,
    message.mentions_me && styles.mentionsMe,
    (message.ephemeral || isAnswered) && styles.marked,
  );
  return (
    <article
      id={elementIdOf(message.id)}
      className={className}
      data-message
      tabIndex={-1}
      aria-labelledby={`author-${message.id} text-${message.id}`}
      onContextMenu={openMenu}
    >
      {message.reply ? <ReplyLine reply={message.reply} names={namesNow(message.names, server)} /> : null}
      {message.command ? <CommandLine command={message.command} /> : null}
      <Byline message={message} isGrouped={isGrouped} />
      <div className={styles.body} id={`text-${message.id}`}>
        <Body message={message} server={server} isEdited={isEdited} />
      </div>
      {message.reactions.length > 0 ? <Reactions message={message} /> : null}
      {message.thread ? <ThreadCard thread={message.thread} /> : null}
      {message.ephemeral ? <OnlyYou message={message} /> : null}
      {message.loading ? null : <Toolbar message={message} onMore={openMenu} />}
    </article>
  );
}

function Byline({ message, isGrouped }: { message: Message; isGrouped: boolean }) {
  const client = useClient();
  const dayTime = useDayTime();
  const { author } = message;
  const date = new Date(message.time);
  const time = { dateTime: message.time, title: fullTime(date) };
  return (
    <>
      {isGrouped ? (
        <time className={styles.sideTime} {...time}>
          {clockTime(date)}
        </time>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list of members has the same card for the keyboard
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <img
          className={styles.avatar}
          src={author.avatar_url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onClick={({ currentTarget }) => openProfile(client, author.id, currentTarget)}
        />
      )}
      <div className={isGrouped ? styles.hiddenByline : styles.byline}>
        <span id={`author-${message.id}`}>
          <AuthorName name={author.name} color={author.colour} bot={author.bot} />
        </span>
        {isGrouped ? null : <time {...time}>{dayTime(date)}</time>}
      </div>
    </>
  );
}

function Body({ message, server, isEdited }: Pick<MessageRowProps, 'message' | 'server' | 'isEdited'>) {
  const { content, attachments, embeds, components, edited, loading } = message;
  if (loading)
    return (
      <p className={styles.thinking}>
        <Dots /> {message.author.name} is thinking…
      </p>
    );
  return (
    <LiveMessage message={message} server={server}>
      {isEdited ? <EditBox message={message} /> : null}
      <MessageBody
        content={isEdited ? undefined : content}
        embeds={embeds}
        components={components}
        mentions={namesNow(message.names, server)}
      >
        {edited && content && !isEdited ? (
          <span className={styles.edited} title={fullTime(new Date(edited))}>
            (edited)
          </span>
        ) : null}
        <Attachments files={attachments} />
      </MessageBody>
    </LiveMessage>
  );
}
