import { DiscordMessage, type DiscordMessageProps } from '@tickets/discord-ui/message/discord-message.tsx';
import { type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { BotFaceContext } from './bot-face.ts';
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
  const bot = useContext(BotFaceContext) ?? { name: t('bot_name') };
  return (
    <figure className={styles.preview} aria-label={t('preview')}>
      <DiscordSurface isTyped {...(theme ? { theme } : {})} className={styles.surface}>
        <DiscordMessage author={author ?? { ...bot, bot: true }} {...message} />
      </DiscordSurface>
      {caption ? <figcaption className={styles.caption}>{caption}</figcaption> : null}
    </figure>
  );
}
