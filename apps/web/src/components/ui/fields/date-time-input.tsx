import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { localFromUtc, utcFromLocal } from '../../../lib/time/utc.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import { type ControlProps, useControl } from './field.tsx';
import styles from './input.module.css';

export interface DateTimeInputProps extends ControlProps {
  /** `YYYY-MM-DDTHH:MM` in UTC; "" for none. */
  value: string;
  onChange: (utc: string) => void;
}

/** A moment, chosen by the clocks here and held in UTC. The browser's own picker: phones have the best one. */
export function DateTimeInput({ value, onChange, ...rest }: DateTimeInputProps) {
  const t = useTranslations('editors.moment');
  const control = useControl(rest, value);
  const zoneId = useId();
  const input = useRef<HTMLInputElement>(null);
  // A date whose time is still missing is no value, and must not be lost without a word.
  const [unfinished, setUnfinished] = useState(false);
  // While it is typed it stays as it is: on the way to a year there are years whose clocks went by the sun.
  const [typed, setTyped] = useState<string>();

  const clear = () => {
    if (input.current) input.current.value = '';
    setTyped(undefined);
    setUnfinished(false);
    onChange('');
    input.current?.focus();
  };

  return (
    <div className={styles.moment}>
      <input
        ref={input}
        type="datetime-local"
        max="9999-12-31T23:59"
        {...control}
        aria-label={rest['aria-label']}
        aria-describedby={cx(control['aria-describedby'], zoneId)}
        aria-invalid={control['aria-invalid'] || unfinished || undefined}
        className={styles.input}
        value={typed ?? localFromUtc(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(utcFromLocal(event.target.value));
        }}
        onBlur={(event) => {
          setTyped(undefined);
          setUnfinished(event.target.validity.badInput);
        }}
      />
      {(value || unfinished) && !control.disabled ? (
        <IconButton label={t('clear')} onClick={clear}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
      <span id={zoneId} className={cx(styles.zone, unfinished && styles.over)}>
        {unfinished ? t('unfinished') : t('zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </span>
    </div>
  );
}
