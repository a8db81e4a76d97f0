import { ChevronDown } from 'lucide-react';
import { cx } from '../class-names.ts';
import { type ControlProps, useControl } from '../fields/field.tsx';
import inputs from '../fields/input.module.css';
import styles from './select.module.css';

export interface SelectProps<V extends string> extends ControlProps {
  value: V;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  onChange: (value: V) => void;
  className?: string | undefined;
}

/**
 * One of a short list of plain texts. The browser's own select, drawn by us where the browser allows it: it costs
 * nothing to download and is the wheel that people know on phones. Long or pictured lists take a Combobox.
 */
export function Select<V extends string>({ value, options, onChange, className, ...rest }: SelectProps<V>) {
  return (
    <span className={cx(styles.box, className)}>
      <select
        {...rest}
        {...useControl(rest, value)}
        className={cx(inputs.input, styles.select)}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </span>
  );
}
