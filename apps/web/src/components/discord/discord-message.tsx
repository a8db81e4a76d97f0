import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/class-names.ts';
import styles from './discord.module.css';
import { DiscordComponents } from './discord-components.tsx';
import { DiscordEmbed } from './discord-embed.tsx';
import { DiscordMarkdown } from './discord-markdown.tsx';
import { roleColour } from './role-colour.ts';
import type { DiscordComponent, DiscordEmbed as Embed, MentionNames } from './types.ts';
import { useDayTime } from './use-day-time.ts';

export interface DiscordMessageProps {
  author: { name: string; avatarUrl?: string | undefined; bot?: boolean; color?: number };
  /** A preview has no time: it shows today's. */
  timestamp?: string | number | Date;
  content?: string;
  embeds?: readonly Embed[];
  components?: readonly DiscordComponent[];
  mentions?: MentionNames;
  /** Beside the time: 'edited', 'Only you can see this'. */
  note?: ReactNode;
  /** Between text and embeds: attachments. */
  children?: ReactNode;
}

/** A message as Discord draws it. Stands on a DiscordSurface. */
export function DiscordMessage(props: DiscordMessageProps) {
  const { author, timestamp, content, embeds = [], components = [], mentions, note, children } = props;
  const t = useTranslations('common.discord');
  const dayTime = useDayTime();
  const date = timestamp === undefined ? new Date() : new Date(timestamp);
  return (
    <article className={styles.message}>
      <div className={styles.side}>
        <Avatar src={author.avatarUrl} name={author.name} size={40} />
      </div>
      <div className={styles.body}>
        <header className={styles.head}>
          <span
            className={cx(styles.author, author.color ? styles.coloured : undefined)}
            style={roleColour(author.color)}
          >
            <EmojiText text={author.name} />
          </span>
          {author.bot ? <span className={styles.app}>{t('app')}</span> : null}
          <time className={styles.time} dateTime={date.toISOString()}>
            {dayTime(date)}
          </time>
          {note ? <span className={styles.note}>{note}</span> : null}
        </header>
        {content ? <DiscordMarkdown text={content} mentions={mentions} /> : null}
        {children}
        {embeds.map((embed, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
          <DiscordEmbed key={index} embed={embed} mentions={mentions} />
        ))}
        <DiscordComponents components={components} mentions={mentions} />
      </div>
    </article>
  );
}
