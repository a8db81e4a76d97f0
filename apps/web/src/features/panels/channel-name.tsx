import type { Channel } from '@tickets/contract/guild';
import { useTranslations } from 'use-intl';
import styles from './panels.module.css';

/** `#general`, or what to say of a channel that is gone. */
export function ChannelName({ channel }: { channel: Channel | undefined }) {
  const t = useTranslations('panels');
  if (channel) return `#${channel.name}`;
  return <span className={styles.unknown}>{t('unknown_channel')}</span>;
}
