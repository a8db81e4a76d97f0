import { limits } from '@tickets/contract/limits';
import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/combobox.tsx';
import { CHANNEL_CATEGORY, channelOptions } from '../../../components/ui/option-marks.tsx';
import { RadioGroup } from '../../../components/ui/radio-group.tsx';
import { TextArea } from '../../../components/ui/text-area.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting } from '../setting.tsx';
import styles from '../settings.module.css';
import { WelcomePreview } from '../welcome-preview.tsx';

export function TicketsSection({ form, patch, channels }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <Setting name="category">
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
        <Setting name="welcome_message" required>
          <TextArea
            value={form.welcome_message}
            onChange={(welcome_message) => patch({ welcome_message })}
            limit={limits.welcome_message.max}
            rows={5}
          />
        </Setting>
        <WelcomePreview form={form} />
      </div>
    </>
  );
}
