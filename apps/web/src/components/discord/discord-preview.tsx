import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordMessage, type DiscordMessageProps } from './discord-message.tsx';
import styles from './discord-preview.module.css';
import { DiscordSurface } from './discord-surface.tsx';

export interface DiscordPreviewProps extends Omit<DiscordMessageProps, 'author'> {
  author?: DiscordMessageProps['author'];
  /** Forces one of Discord's themes. */
  theme?: 'light' | 'dark';
  /** Under the picture, for instance which values the placeholders were filled with. */
  caption?: ReactNode;
}

/** What members will see, drawn while it is made. */
export function DiscordPreview({ author, theme, caption, ...message }: DiscordPreviewProps) {
  const t = useTranslations('common.discord');
  return (
    <figure className={styles.preview} aria-label={t('preview')}>
      <DiscordSurface {...(theme ? { theme } : {})} className={styles.surface}>
        <DiscordMessage author={author ?? { name: t('bot_name'), bot: true }} {...message} />
      </DiscordSurface>
      {caption ? <figcaption className={styles.caption}>{caption}</figcaption> : null}
    </figure>
  );
}
