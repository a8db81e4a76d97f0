import { useTranslations } from 'use-intl';
import type { SectionProps } from '../section-props.ts';
import { SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';
import { claimRule } from '../settings-form.ts';

export function ClaimingSection({ form, patch }: SectionProps) {
  const t = useTranslations('settings.intro');
  const claim = form.claim_settings;
  return (
    <>
      <p className={styles.intro}>{t('claiming')}</p>
      <SwitchSetting
        name="claim_settings.support_can_view"
        checked={claim.support_can_view}
        onChange={(support_can_view) => patch({ claim_settings: claimRule(claim, { support_can_view }) })}
      />
      <SwitchSetting
        name="claim_settings.support_can_type"
        checked={claim.support_can_type}
        onChange={(support_can_type) => patch({ claim_settings: claimRule(claim, { support_can_type }) })}
      />
    </>
  );
}
