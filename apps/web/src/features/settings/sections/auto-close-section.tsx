import { useTranslations } from 'use-intl';
import { DurationInput } from '../../../components/ui/fields/duration-input.tsx';
import { PremiumNote } from '../premium-note.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting, SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';
import type { SettingsForm } from '../settings-form.ts';

export function AutoCloseSection({ form, patch, premium }: SectionProps) {
  const t = useTranslations('settings');
  const change = (part: Partial<SettingsForm['auto_close']>) =>
    patch({ auto_close: { ...form.auto_close, ...part } });
  const off = { disabled: !form.auto_close.enabled, reason: t('auto_close_off') };
  return (
    <>
      <p className={styles.intro}>{t('intro.auto_close')}</p>
      <SwitchSetting
        name="auto_close.enabled"
        checked={form.auto_close.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <SwitchSetting
        name="auto_close.on_user_leave"
        checked={form.auto_close.on_user_leave}
        onChange={(on_user_leave) => change({ on_user_leave })}
        disabled={off.disabled}
        reason={t('auto_close_off_leaves')}
      />
      {(['since_open_with_no_response', 'since_last_message'] as const).map((key) => (
        <Setting
          key={key}
          name={`auto_close.${key}`}
          group
          disabled={!premium || off.disabled}
          reason={off.disabled ? off.reason : undefined}
        >
          <DurationInput value={form.auto_close[key]} onChange={(seconds) => change({ [key]: seconds })} />
        </Setting>
      ))}
      <p className={styles.intro}>{t('auto_close_warning')}</p>
      {premium ? null : <PremiumNote>{t('premium_durations')}</PremiumNote>}
    </>
  );
}
