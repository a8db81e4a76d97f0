import { ChevronsUpDown, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../class-names.ts';
import { type ControlProps, useControl } from '../fields/field.tsx';
import inputs from '../fields/input.module.css';
import comboboxes from './combobox.module.css';
import { LazyComboboxPopup, useOpening } from './combobox.tsx';
import type { ComboboxOption } from './combobox-rows.ts';
import styles from './multi-combobox.module.css';

export interface MultiComboboxProps extends ControlProps {
  /** In the order in which they were chosen. */
  values: readonly string[];
  options: readonly ComboboxOption[];
  onChange: (values: string[]) => void;
  placeholder?: string;
  /** What to show for a value that is not among the options (a deleted role). */
  missingLabel?: string;
}

/** Any number of a list that can be searched. What was chosen stands in the field and is taken out by its cross. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { values, options, onChange, placeholder, missingLabel, ...rest } = props;
  const t = useTranslations('common.combobox');
  const control = useControl(rest, values.join());
  const opening = useOpening(control.disabled);
  const box = useRef<HTMLDivElement>(null);
  const known = new Map(options.map((option) => [option.value, option]));
  const chosen = values.map((value) => known.get(value) ?? { value, label: missingLabel ?? value });

  function remove(value: string) {
    onChange(values.filter((other) => other !== value));
    box.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }

  function toggle(value: string) {
    if (values.includes(value)) onChange(values.filter((other) => other !== value));
    else onChange([...values, value]);
  }

  return (
    <div
      ref={box}
      className={cx(inputs.input, styles.box, control.disabled && styles.off)}
      data-invalid={control['aria-invalid']}
    >
      {chosen.length === 0 ? null : (
        <ul className={styles.chosen} aria-label={t('chosen')}>
          {chosen.map((option) => (
            <li key={option.value} className={styles.chip}>
              {option.mark}
              <span className={cx(styles.label, !known.has(option.value) && comboboxes.missing)}>
                {option.label}
              </span>
              <button
                type="button"
                className={styles.remove}
                disabled={control.disabled}
                aria-label={t('remove', { name: option.label })}
                title={t('remove', { name: option.label })}
                onClick={() => remove(option.value)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {opening.trigger(
        <button type="button" {...control} aria-label={rest['aria-label']} className={styles.trigger}>
          <span className={comboboxes.placeholder}>
            {chosen.length === 0 ? (placeholder ?? t('placeholder')) : t('add')}
          </span>
          <ChevronsUpDown className={comboboxes.chevron} aria-hidden="true" />
        </button>,
      )}
      {opening.opener ? (
        <LazyComboboxPopup
          {...opening.popup(opening.opener)}
          anchor={box.current ?? opening.opener}
          options={options}
          chosen={values}
          multiple
          onPick={toggle}
        />
      ) : null}
    </div>
  );
}
