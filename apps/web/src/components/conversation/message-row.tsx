import { memo, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DiscordComponents } from '../discord/discord-components.tsx';
import { DiscordEmbed } from '../discord/discord-embed.tsx';
import { DiscordMarkdown } from '../discord/discord-markdown.tsx';
import type { MentionNames } from '../discord/types.ts';
import { cx } from '../ui/class-names.ts';
import { Attachments } from './attachments.tsx';
import { AuthorAvatar } from './author-avatar.tsx';
import styles from './conversation.module.css';
import type { ConversationMessage } from './types.ts';

interface MessageRowProps {
  message: ConversationMessage;
  /** Names the author; the messages after it stand below. */
  first: boolean;
  mentions: MentionNames;
  /** Below the message: that it is being sent, or was not. */
  status?: ReactNode;
}

export const MessageRow = memo(function MessageRow({ message, first, mentions, status }: MessageRowProps) {
  const t = useTranslations('conversation');
  return (
    <article className={cx(styles.message, first && styles.first, message.deleted && styles.deleted)}>
      <div className={styles.side}>{first ? <AuthorAvatar author={message.author} /> : null}</div>
      <div className={styles.body}>
        {first ? (
          <header className={styles.head}>
            <span className={styles.author}>{message.author.name}</span>
            {message.author.bot ? <span className={styles.app}>{t('bot')}</span> : null}
            <MessageTime time={message.time} />
          </header>
        ) : (
          <span className="visually-hidden">
            {message.author.name} <MessageTime time={message.time} />
          </span>
        )}
        {message.content ? <DiscordMarkdown text={contentOf(message)} mentions={mentions} /> : null}
        <Attachments files={message.attachments} />
        {message.embeds.map((embed, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
          <DiscordEmbed key={index} embed={embed} mentions={mentions} />
        ))}
        <DiscordComponents components={message.components} mentions={mentions} />
        {message.deleted ? (
          <span className={styles.deletedMark}>{t('deleted')}</span>
        ) : message.edited ? (
          <span className={styles.mark}>{t('edited')}</span>
        ) : null}
        {status}
      </div>
    </article>
  );
});

/** A bot's line that only calls people hides nothing: in Discord the bars keep it small, here it is small anyway. */
const CALL = /^-# \|\|((?:<@[!&]?\d+>|@everyone|@here|\s)+)\|\|$/;

function contentOf({ author, content }: ConversationMessage): string {
  return author.bot ? content.replace(CALL, '-# $1') : content;
}

const DAY_MS = 86_400_000;

/** The time alone while it is less than a day ago, else the whole date. The other one is there on hover. */
function MessageTime({ time }: { time: number }) {
  const format = useFormatter();
  const date = new Date(time);
  const full = format.dateTime(date, { dateStyle: 'long', timeStyle: 'short' });
  const shown = Date.now() - time < DAY_MS ? format.dateTime(date, { timeStyle: 'short' }) : full;
  return (
    <time className={styles.time} dateTime={date.toISOString()} title={full}>
      {shown}
    </time>
  );
}
