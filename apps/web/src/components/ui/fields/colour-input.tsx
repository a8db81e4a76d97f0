import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { normaliseHex } from '../../../lib/discord/colour.ts';
import { useControl, useFieldLabelId } from './field.tsx';
import styles from './input.module.css';

export interface ColourInputProps {
  /** "#rrggbb". */
  value: string;
  onChange: (hex: string) => void;
  disabled?: boolean;
  'aria-label'?: string;
  /** Names the picker where a page has several. */
  pickerLabel?: string;
}

/** A colour as hex text, with the browser's picker beside it. A form waits with what cannot be read as a colour. */
export function ColourInput({ value, onChange, pickerLabel, ...rest }: ColourInputProps) {
  const t = useTranslations('common');
  const control = useControl(rest);
  const [typed, setTyped] = useState<string>();
  const [last, setLast] = useState(value);
  const [isLeft, setIsLeft] = useState(false);
  const problem = useId();
  const label = useFieldLabelId();
  const isUnreadable = typed !== undefined && normaliseHex(typed) === undefined;
  // Another colour was chosen elsewhere, or what was typed is taken back.
  if (value !== last) {
    setLast(value);
    if (isUnreadable) setTyped(undefined);
  }
  const text = typed ?? value;
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={pickerLabel ?? t('colour_picker')}
        // A form may have several. By name the field is the box alone.
        aria-describedby={label}
        disabled={control.disabled}
        value={normaliseHex(value) ?? '#000000'}
        onChange={(event) => {
          setTyped(undefined);
          onChange(event.target.value);
        }}
      />
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        {...control}
        aria-label={rest['aria-label']}
        aria-invalid={control['aria-invalid'] || isUnreadable || undefined}
        aria-errormessage={isUnreadable && isLeft ? problem : undefined}
        data-unreadable={isUnreadable || undefined}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          const hex = normaliseHex(event.target.value);
          if (!hex) return;
          setIsLeft(false);
          onChange(hex);
        }}
        onBlur={() => {
          setIsLeft(true);
          if (!isUnreadable) setTyped(undefined);
        }}
      />
      {isUnreadable && isLeft ? (
        <p id={problem} className={styles.unreadable} role="alert">
          {t('colour_unreadable')}
        </p>
      ) : null}
    </div>
  );
}
