import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  value: string;
  onChange: (value: string) => void;
  /** In front of the text, for instance a magnifying glass. */
  icon?: ReactNode;
}

export function TextInput({ value, onChange, icon, className, ...rest }: TextInputProps) {
  const control = useControl(rest);
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
  if (!icon) return input;
  return (
    <span className={styles.withIcon}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {input}
    </span>
  );
}

/** A standard emoji, typed or pasted. */
export function EmojiInput(props: TextInputProps) {
  return <TextInput {...props} className={cx(styles.emoji, props.className)} />;
}
