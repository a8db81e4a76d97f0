import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
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
  const t = useTranslations('editors.colour');
  const [typed, setTyped] = useState<string>();
  const control = useControl(rest, typed ?? value);
  const [last, setLast] = useState(value);
  const [isLeft, setIsLeft] = useState(false);
  const problem = useId();
  const label = useFieldLabelId();
  const isUnreadable = typed !== undefined && normaliseHex(typed) === undefined;
  const leave = useAfterPress(isUnreadable, () => setIsLeft(true));
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
        aria-label={pickerLabel ?? t('pick')}
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
          leave();
          if (!isUnreadable) setTyped(undefined);
        }}
      />
      {isUnreadable && isLeft ? (
        <p id={problem} className={styles.unreadable} role="alert">
          {t('unreadable')}
        </p>
      ) : null}
    </div>
  );
}

/**
 * Does something when the field is left, and where a press leaves it, once that is over: what then appears must not
 * move a button from under the pointer, which would press nothing.
 */
function useAfterPress(isWatched: boolean, act: () => void) {
  const press = useRef({ isOn: false, isAwaited: false });
  const onEnd = useEffectEvent(() => {
    const { isAwaited } = press.current;
    press.current = { isOn: false, isAwaited: false };
    if (isAwaited) act();
  });
  useEffect(() => {
    if (!isWatched) return;
    const watch = new AbortController();
    const options = { capture: true, signal: watch.signal };
    document.addEventListener('pointerdown', () => (press.current.isOn = true), options);
    // The click comes after it.
    for (const end of ['pointerup', 'pointercancel']) {
      document.addEventListener(end, () => setTimeout(onEnd), options);
    }
    return () => watch.abort();
  }, [isWatched]);
  return () => {
    if (press.current.isOn) press.current.isAwaited = true;
    else act();
  };
}
