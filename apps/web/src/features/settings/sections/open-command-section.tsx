import { useTranslations } from 'use-intl';
import type { SectionProps } from '../section-props.ts';
import { SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';

export function OpenCommandSection({ form, patch }: SectionProps) {
  const t = useTranslations('settings.intro');
  return (
    <>
      <p className={styles.intro}>{t('open_command')}</p>
      <SwitchSetting
        name="disable_open_command"
        checked={form.disable_open_command}
        onChange={(disable_open_command) => patch({ disable_open_command })}
      />
    </>
  );
}
