import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Counter } from './counter.tsx';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  value: string;
  onChange: (value: string) => void;
  /** In front of the text, for instance a magnifying glass. */
  icon?: ReactNode;
  /** Shows a counter once the text comes near it. Longer text is kept and marked, as in a TextArea. */
  limit?: number;
}

/** A short text fills a line of counters with nothing to say, so it appears in the last quarter. */
const NEAR = 0.75;

export function TextInput({ value, onChange, icon, limit, className, ...rest }: TextInputProps) {
  const control = useControl(rest, value);
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      {...control}
      className={cx(styles.input, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  const field = icon ? (
    <span className={styles.withIcon}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {input}
    </span>
  ) : (
    input
  );
  if (limit === undefined) return field;
  return (
    <div className={styles.stack}>
      {field}
      {charactersIn(value) > limit * NEAR ? <Counter text={value} limit={limit} /> : null}
    </div>
  );
}
