import { type ComponentProps, useState } from 'react';
import { cx } from '../class-names.ts';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
}

/** Whole numbers. What is typed is held within min and max as soon as it is a number, and on leaving the field. */
export function NumberInput({ value, onChange, min = 0, max, className, ...rest }: NumberInputProps) {
  // While it is being typed the text may be empty or below min ("1" on the way to "15").
  const [typed, setTyped] = useState<string>();
  const control = useControl(rest, value);

  const clamp = (number: number) => Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min, number));

  return (
    <input
      type="number"
      inputMode="numeric"
      step={1}
      {...rest}
      {...control}
      min={min}
      max={max}
      className={cx(styles.input, styles.number, className)}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        const number = Math.trunc(event.target.valueAsNumber);
        if (!Number.isNaN(number)) onChange(clamp(number));
      }}
      onBlur={(event) => {
        setTyped(undefined);
        rest.onBlur?.(event);
      }}
    />
  );
}
