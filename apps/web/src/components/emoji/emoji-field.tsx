import { EmojiText } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { isEmojis } from '@tickets/discord-ui/emoji/split-emojis';
import type { CSSProperties } from 'react';
import { cx } from '../ui/class-names.ts';
import { Field, useControl } from '../ui/fields/field.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import styles from './emoji-field.module.css';
import { EmojiPicker } from './emoji-picker.tsx';

export interface EmojiFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The path of the value in the request body, for the problems of a form. */
  name?: string;
  /** Without one it stands in a Field of its own. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  /** How many of four columns it is wide. */
  columns?: 1 | 2 | 3 | 4;
  storageKey: string;
}

/** A standard emoji: typed, pasted, or picked, which replaces what is there. */
export function EmojiField({ label, name, columns = 4, ...rest }: EmojiFieldProps) {
  const control = <EmojiControl {...rest} name={name} />;
  return (
    <div className={styles.columns} style={{ '--columns': columns } as CSSProperties}>
      {label === undefined ? (
        control
      ) : (
        <Field label={label} name={name} disabled={rest.disabled}>
          {control}
        </Field>
      )}
    </div>
  );
}

function EmojiControl(props: Omit<EmojiFieldProps, 'label' | 'columns'>) {
  const { value, onChange, name, placeholder, storageKey } = props;
  const { disabled } = useControl(props);
  const shown = value || placeholder || '';
  const isDrawn = isEmojis(shown);
  return (
    <div className={cx(styles.field, isDrawn && styles.drawn)}>
      <TextInput
        value={value}
        onChange={onChange}
        name={name}
        placeholder={placeholder}
        disabled={disabled}
        spellCheck={false}
        className={disabled ? undefined : styles.withPicker}
      />
      {isDrawn ? (
        <span className={cx(styles.drawing, !value && styles.faint)} aria-hidden="true">
          <EmojiText text={shown} />
        </span>
      ) : null}
      {disabled ? null : <EmojiPicker className={styles.picker} storageKey={storageKey} onPick={onChange} />}
    </div>
  );
}
