import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { normaliseHex } from '../../lib/colour.ts';
import { useControl } from './field.tsx';
import styles from './input.module.css';

export interface ColourInputProps {
  /** "#rrggbb". */
  value: string;
  onChange: (hex: string) => void;
  disabled?: boolean;
  'aria-label'?: string;
}

/** A colour as hex text, with the browser's picker beside it. */
export function ColourInput({ value, onChange, ...rest }: ColourInputProps) {
  const t = useTranslations('common');
  const control = useControl(rest);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={t('colour_picker')}
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
        aria-invalid={control['aria-invalid'] || normaliseHex(text) === undefined || undefined}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          const hex = normaliseHex(event.target.value);
          if (hex) onChange(hex);
        }}
        // Text that is no colour goes back to the last one that was.
        onBlur={() => setTyped(undefined)}
      />
    </div>
  );
}
