import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Counter } from './counter.tsx';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** Shows a counter. Longer text is kept and marked, because cutting a pasted text would lose work. */
  limit?: number;
  /** Under the text, at its start: buttons that put something into it. */
  actions?: ReactNode;
}

export function TextArea({ value, onChange, limit, actions, className, ...rest }: TextAreaProps) {
  const control = useControl(rest, value);
  const counter = limit === undefined ? null : <Counter text={value} limit={limit} />;
  return (
    <div className={styles.stack}>
      <textarea
        rows={4}
        {...rest}
        {...control}
        className={cx(styles.input, styles.area, className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {actions ? (
        <div className={styles.under}>
          {actions}
          {counter}
        </div>
      ) : (
        counter
      )}
    </div>
  );
}
