import { useTranslations } from 'use-intl';
import { ColourInput } from '../../../components/ui/fields/colour-input.tsx';
import { ColoursPreview } from '../colours-preview.tsx';
import { PremiumNote } from '../premium-note.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting } from '../setting.tsx';
import styles from '../settings.module.css';

export function ColoursSection({ form, patch, premium }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <p className={styles.intro}>{t('intro.colours')}</p>
      <div className={styles.pair}>
        {([0, 1] as const).map((index) => (
          <Setting key={index} name={`colours.${index}`} disabled={!premium}>
            <ColourInput
              pickerLabel={t('pick_colour', { name: t(`fields.colours.${index}.label`) })}
              value={form.colours[index]}
              onChange={(hex) => patch({ colours: { ...form.colours, [index]: hex } })}
            />
          </Setting>
        ))}
      </div>
      <ColoursPreview colours={form.colours} limit={form.ticket_limit} />
      {premium ? null : <PremiumNote>{t('premium_colours')}</PremiumNote>}
    </>
  );
}
