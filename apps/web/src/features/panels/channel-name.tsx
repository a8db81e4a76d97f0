import type { Channel } from '@tickets/contract/servers/guild';
import { useTranslations } from 'use-intl';
import { cx } from '../../components/ui/class-names.ts';
import styles from './panels.module.css';

interface ChannelNameProps {
  channel: Channel | undefined;
  /** Whether the channels are known, so that one that is not among them is gone. */
  loaded: boolean;
}

/** `#general`, or what to say of a channel that is gone. */
export function ChannelName({ channel, loaded }: ChannelNameProps) {
  const t = useTranslations('panels');
  if (channel) {
    return (
      <span className={styles.channelName} title={channel.name}>
        #{channel.name}
      </span>
    );
  }
  return (
    <span className={cx(styles.channelName, styles.unknown)}>
      {t(loaded ? 'unknown_channel' : 'channel_not_loaded')}
    </span>
  );
}
