import { type ComponentProps, useId } from 'react';
import styles from './ui.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string;
  value: string;
  onValue: (value: string) => void;
}

export function TextField({ label, value, onValue, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <label className={styles.field} htmlFor={id}>
      <span className={styles.fieldLabel}>
        {label}
        {rest.required ? (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </span>
      <input
        type="text"
        id={id}
        value={value}
        autoComplete="off"
        {...rest}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

export function Problem({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className={styles.trouble} role="alert">
      {text}
    </p>
  ) : null;
}
