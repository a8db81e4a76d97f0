import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { CHANNEL_CATEGORY, channelOptions } from '../../../components/ui/choosing/option-marks.tsx';
import { RadioGroup } from '../../../components/ui/fields/radio-group.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting } from '../setting.tsx';
import styles from '../settings.module.css';
import { WelcomeField } from '../welcome-field.tsx';
import { WelcomePreview } from '../welcome-preview.tsx';

export function TicketsSection({ form, patch, channels, unset }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <Setting
        name="category"
        note={unset.has('category') && form.category !== null ? t('proposed') : undefined}
      >
        <Combobox
          value={form.category}
          onChange={(category) => patch({ category })}
          placeholder={t('fields.category.placeholder')}
          missingLabel={t('unknown_category')}
          options={channelOptions(channels, [CHANNEL_CATEGORY])}
        />
      </Setting>
      <Setting name="naming_scheme" group>
        <RadioGroup
          value={form.naming_scheme}
          onChange={(naming_scheme) => patch({ naming_scheme })}
          options={(['id', 'username'] as const).map((value) => ({ value, label: t(`naming.${value}`) }))}
        />
      </Setting>
      <div className={styles.beside}>
        <WelcomeField form={form} patch={patch} />
        <WelcomePreview form={form} />
      </div>
    </>
  );
}
