import type { Channel } from '@tickets/contract/guild';
import { useTranslations } from 'use-intl';
import { cx } from '../../components/ui/class-names.ts';
import styles from './panels.module.css';

/** `#general`, or what to say of a channel that is gone. */
export function ChannelName({ channel }: { channel: Channel | undefined }) {
  const t = useTranslations('panels');
  if (channel) {
    return (
      <span className={styles.channelName} title={channel.name}>
        #{channel.name}
      </span>
    );
  }
  return <span className={cx(styles.channelName, styles.unknown)}>{t('unknown_channel')}</span>;
}
