import { ChevronsUpDown, X } from 'lucide-react';
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { cx } from './class-names.ts';
import styles from './combobox.module.css';
import { type ControlProps, useControl } from './field.tsx';
import inputs from './input.module.css';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Drawn before the label: `#`, a colour dot, an avatar (see option-marks.tsx). */
  mark?: ReactNode;
  /** Options of one group stand together under its name, in the order of their first. */
  group?: string;
}

export interface ComboboxProps extends ControlProps {
  value: string | null;
  options: readonly ComboboxOption[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Offers a cross that chooses nothing. */
  clearable?: boolean;
  /** What to show for a value that is not among the options (a deleted channel). */
  missingLabel?: string;
  /** In place of the field itself, for pickers that look otherwise. */
  trigger?: ReactElement<ComponentProps<'button'>>;
}

const fetchList = () => import('./combobox-list.tsx');
export const ComboboxList = lazy(() => fetchList().then((module) => ({ default: module.ComboboxList })));

/**
 * One of a list that can be searched. The closed field is light; the list and all that it can do is fetched when
 * the field is pointed at or focused, so that a form with ten of them shows at once.
 */
export function Combobox(props: ComboboxProps) {
  const { value, options, onChange, placeholder, clearable, missingLabel, trigger, ...rest } = props;
  const t = useTranslations('common.combobox');
  const control = useControl(rest);
  const [opened, setOpened] = useState(false);
  const known = options.find((option) => option.value === value);
  const selected = known ?? (value === null ? null : { value, label: missingLabel ?? value });
  const canClear = Boolean(clearable && selected && !control.disabled);

  const button = trigger ?? (
    <button
      type="button"
      {...control}
      aria-label={rest['aria-label']}
      className={cx(inputs.input, styles.trigger, canClear && styles.withClear)}
    >
      {selected ? (
        <span className={cx(styles.chosen, !known && styles.missing)}>
          {selected.mark}
          <span className={styles.label}>{selected.label}</span>
        </span>
      ) : (
        <span className={styles.placeholder}>{placeholder ?? t('placeholder')}</span>
      )}
      <ChevronsUpDown className={styles.chevron} aria-hidden="true" />
    </button>
  );
  const closed = closedTrigger(button, () => setOpened(true));

  return (
    <div className={styles.field}>
      {opened ? (
        <Suspense fallback={closed}>
          <ComboboxList
            options={options}
            selected={selected}
            onChange={onChange}
            trigger={button}
            disabled={control.disabled}
          />
        </Suspense>
      ) : (
        closed
      )}
      {canClear ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('clear')}
          title={t('clear')}
          onClick={() => onChange(null)}
        >
          <X aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

/** The field before its first opening. Its list is fetched when it is pointed at or focused. */
export function closedTrigger(button: ReactElement<ComponentProps<'button'>>, open: () => void) {
  return cloneElement(button, {
    role: 'combobox',
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: () => void fetchList(),
    onFocus: () => void fetchList(),
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  });
}
