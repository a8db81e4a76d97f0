import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import { useControl, useFieldLabelId } from './field.tsx';
import styles from './toggle.module.css';

export interface RadioGroupProps<V extends string> {
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  disabled?: boolean;
}

/** One of a few choices, all visible. Stands in a `<Field group>`. */
export function RadioGroup<V extends string>({ value, options, onChange, disabled }: RadioGroupProps<V>) {
  const name = useId();
  const labelId = useFieldLabelId();
  const control = useControl({ disabled }, value);
  return (
    <div className={styles.options} role="radiogroup" aria-labelledby={labelId}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={cx(styles.box, styles.radio)}
            name={name}
            checked={option.value === value}
            disabled={control.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
