import { ArrowUpRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { CHANNEL_TEXT, channelOptions } from '../../../components/ui/choosing/option-marks.tsx';
import { appConfig } from '../../../lib/page/config.ts';
import type { SectionProps } from '../section-props.ts';
import { Setting, SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';

export function ThreadsSection({ form, patch, channels }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <p className={styles.intro}>
        {t('intro.threads')}{' '}
        <a href={`${appConfig().docs_url.replace(/\/$/, '')}/thread-mode`} target="_blank" rel="noreferrer">
          {t('intro.threads_link')}
          <ArrowUpRight className={styles.outward} aria-hidden="true" />
        </a>
      </p>
      <SwitchSetting
        name="use_threads"
        checked={form.use_threads}
        onChange={(use_threads) => patch({ use_threads })}
      />
      <Setting
        name="ticket_notification_channel"
        disabled={!form.use_threads}
        reason={t('threads_off')}
        required={form.use_threads}
      >
        <Combobox
          value={form.ticket_notification_channel}
          onChange={(ticket_notification_channel) => patch({ ticket_notification_channel })}
          placeholder={t('fields.ticket_notification_channel.placeholder')}
          missingLabel={t('unknown_channel')}
          clearable
          options={channelOptions(channels, [CHANNEL_TEXT])}
        />
      </Setting>
    </>
  );
}
