import { limits } from '@tickets/contract/platform/limits';
import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import {
  CHANNEL_CATEGORY,
  CHANNEL_TEXT,
  channelOptions,
} from '../../../components/ui/choosing/option-marks.tsx';
import { NumberInput } from '../../../components/ui/fields/number-input.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting, SwitchSetting } from '../setting.tsx';
import { OVERFLOW_DISABLED, OVERFLOW_UNCATEGORISED } from '../settings-form.ts';

/** The choice that means nothing at all; it is saved as null. */
const NONE = 'null';

export function GeneralSection({ form, patch, channels, locales, unset }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <Setting name="ticket_limit">
        <NumberInput
          {...limits.ticket_limit}
          value={form.ticket_limit}
          onChange={(ticket_limit) => patch({ ticket_limit })}
        />
      </Setting>
      <Setting name="language">
        <Combobox
          value={form.language ?? NONE}
          onChange={(code) => patch({ language: code === NONE ? null : code })}
          options={[
            { value: NONE, label: t('server_default') },
            ...locales.map((locale) => ({ value: locale.iso_short_code, label: locale.local_name })),
          ]}
        />
      </Setting>
      <SwitchSetting
        name="users_can_close"
        checked={form.users_can_close}
        onChange={(users_can_close) => patch({ users_can_close })}
      />
      <SwitchSetting
        name="close_confirmation"
        checked={form.close_confirmation}
        onChange={(close_confirmation) => patch({ close_confirmation })}
      />
      <SwitchSetting
        name="feedback_enabled"
        checked={form.feedback_enabled}
        onChange={(feedback_enabled) => patch({ feedback_enabled })}
      />
      <SwitchSetting
        name="anonymise_dashboard_responses"
        checked={form.anonymise_dashboard_responses}
        onChange={(anonymise_dashboard_responses) => patch({ anonymise_dashboard_responses })}
      />
      <Setting
        name="archive_channel"
        note={unset.has('archive_channel') && form.archive_channel !== null ? t('proposed') : undefined}
      >
        <Combobox
          value={form.archive_channel ?? NONE}
          onChange={(id) => patch({ archive_channel: id === NONE ? null : id })}
          missingLabel={t('unknown_channel')}
          options={[{ value: NONE, label: t('disabled') }, ...channelOptions(channels, [CHANNEL_TEXT])]}
        />
      </Setting>
      <Setting name="overflow">
        <Combobox
          value={form.overflow}
          onChange={(overflow) => patch({ overflow: overflow ?? OVERFLOW_DISABLED })}
          missingLabel={t('unknown_category')}
          options={[
            { value: OVERFLOW_DISABLED, label: t('disabled') },
            { value: OVERFLOW_UNCATEGORISED, label: t('uncategorised') },
            ...channelOptions(channels, [CHANNEL_CATEGORY]),
          ]}
        />
      </Setting>
      <SwitchSetting
        name="store_transcripts"
        checked={form.store_transcripts}
        onChange={(store_transcripts) => patch({ store_transcripts })}
      />
      <SwitchSetting
        name="hide_claim_button"
        checked={form.hide_claim_button}
        onChange={(hide_claim_button) => patch({ hide_claim_button })}
      />
    </>
  );
}
