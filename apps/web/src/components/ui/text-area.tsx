import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './class-names.ts';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** Shows a counter. Longer text is kept and marked, because cutting a pasted text would lose work. */
  limit?: number;
}

export function TextArea({ value, onChange, limit, className, ...rest }: TextAreaProps) {
  const t = useTranslations('common');
  const control = useControl(rest);
  // Discord counts characters, not the two halves that an emoji takes in a string.
  const length = limit === undefined ? 0 : [...value].length;
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
      {limit === undefined ? null : (
        <span className={cx(styles.counter, length > limit && styles.over)}>
          {t('counter', { length, limit })}
        </span>
      )}
    </div>
  );
}
