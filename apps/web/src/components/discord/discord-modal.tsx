import { type ModalInput, ModalPicture } from '@tickets/discord-ui/modal/modal-picture.tsx';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { BotFaceContext } from './bot-face.ts';
import styles from './discord-modal.module.css';
import { DiscordSurface } from './discord-surface.tsx';

export interface DiscordModalProps {
  title: string;
  inputs: readonly ModalInput[];
  /** The question that is being edited. */
  activeKey?: string | undefined;
  /** Forces one of Discord's themes. */
  theme?: 'light' | 'dark';
}

/** A form as Discord shows it to a member, over the darkened client. */
export function DiscordModal({ theme, ...form }: DiscordModalProps) {
  const t = useTranslations('forms.modal');
  const common = useTranslations('common.discord');
  const app = useContext(BotFaceContext) ?? { name: common('bot_name') };
  const texts = {
    notice: t('notice', { app: app.name }),
    unnamed: t('unnamed'),
    cancel: t('cancel'),
    submit: t('submit'),
  };
  return (
    <figure className={styles.figure} aria-label={common('preview')}>
      <DiscordSurface theme={theme} className={styles.stage}>
        <ModalPicture app={app} texts={texts} {...form} />
      </DiscordSurface>
    </figure>
  );
}
