import { useTranslations } from 'use-intl';
import { durationFromSeconds, secondsFromDuration } from '../../../lib/time/time.ts';
import { useControl } from './field.tsx';
import styles from './input.module.css';
import { NumberInput } from './number-input.tsx';

export interface DurationInputProps {
  /** Seconds. */
  value: number;
  onChange: (seconds: number) => void;
  disabled?: boolean;
}

/** Days, hours and minutes of one duration in seconds. Stands in a `<Field group>`. */
export function DurationInput({ value, onChange, disabled }: DurationInputProps) {
  const t = useTranslations('editors.duration');
  const control = useControl({ disabled }, value);
  const parts = durationFromSeconds(value);
  return (
    <div className={styles.parts}>
      {(['days', 'hours', 'minutes'] as const).map((unit) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the NumberInput inside is an input
        <label key={unit} className={styles.part}>
          <NumberInput
            min={0}
            value={parts[unit]}
            disabled={control.disabled}
            onChange={(number) => onChange(secondsFromDuration({ ...parts, [unit]: number }))}
          />
          {t(unit)}
        </label>
      ))}
    </div>
  );
}
