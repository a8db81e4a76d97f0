import { ChevronsUpDown, X } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '../../../lib/page/toast.ts';
import { translate } from '../../../lib/page/translate.ts';
import { cx } from '../class-names.ts';
import { type ControlProps, useControl } from '../fields/field.tsx';
import inputs from '../fields/input.module.css';
import styles from './combobox.module.css';
import type { ComboboxPopupProps } from './combobox-popup.tsx';
import type { ComboboxOption } from './combobox-rows.ts';

export interface ComboboxProps extends ControlProps {
  value: string | null;
  options: readonly ComboboxOption[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Offers a cross that chooses nothing. */
  clearable?: boolean;
  /** Its list is open from the beginning, as soon as it can be, with the focus in its search. */
  startsOpen?: boolean;
  /** What to show for a value that is not among the options (a deleted channel). */
  missingLabel?: string;
  /** In place of the field itself, for pickers that look otherwise. */
  trigger?: ReactElement<ComponentProps<'button'>>;
  ref?: Ref<HTMLButtonElement>;
}

/** One of a list that can be searched. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    options,
    onChange,
    placeholder,
    clearable,
    startsOpen,
    missingLabel,
    trigger,
    ref,
    ...rest
  } = props;
  const t = useTranslations('common.combobox');
  const control = useControl(rest, value);
  const opening = useOpening(control.disabled);
  const known = options.find((option) => option.value === value);
  const selected = known ?? (value === null ? null : { value, label: missingLabel ?? value });
  const field = useRef<HTMLDivElement>(null);
  const [begin] = useState(() => (startsOpen ? opening.open : undefined));
  useEffect(() => {
    const button = field.current?.querySelector<HTMLElement>('[role="combobox"]');
    if (button) begin?.(button);
  }, [begin]);
  const canClear = Boolean(clearable && selected && !control.disabled);

  const button = trigger ?? (
    <button
      ref={ref}
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

  return (
    <div ref={field} className={styles.field}>
      {opening.trigger(button)}
      {opening.opener ? (
        <LazyComboboxPopup
          {...opening.popup(opening.opener)}
          anchor={opening.opener}
          options={options}
          chosen={value === null ? [] : [value]}
          onPick={onChange}
        />
      ) : null}
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

let Popup: ComponentType<ComboboxPopupProps> | undefined;

/** Begins to fetch what an open list is made of, for a field that is pointed at or reached by keys. */
async function fetchPopup(): Promise<void> {
  Popup ??= (await import('./combobox-popup.tsx')).ComboboxPopup;
}

/** Whether it came is seen when the list is opened. */
const fetchEarly = () => void fetchPopup().catch(() => undefined);

/** As ComboboxPopup, fetched when a list is opened first. */
export function LazyComboboxPopup(props: ComboboxPopupProps) {
  const [isFetched, setFetched] = useState(Popup !== undefined);
  const { onClose } = props;
  const giveUp = useEffectEvent(() => {
    toast.error(translate('common.error.unreachable'));
    onClose();
  });
  useEffect(() => {
    if (isFetched) return;
    void fetchPopup().then(() => setFetched(true), giveUp);
  }, [isFetched]);
  return Popup ? <Popup {...props} /> : null;
}

/** Whether the list of a field is open, and what its trigger and its popup are told of it. */
export function useOpening(disabled: boolean) {
  const id = useId();
  const [pressed, setPressed] = useState<HTMLElement>();
  const opener = disabled ? undefined : pressed;
  return {
    opener,
    open: setPressed,
    popup: (trigger: HTMLElement) => ({ id, trigger, onClose: () => setPressed(undefined) }),
    trigger: (button: ReactElement<ComponentProps<'button'>>) =>
      cloneElement(button, {
        role: 'combobox',
        'aria-haspopup': 'dialog',
        'aria-expanded': Boolean(opener),
        'aria-controls': opener ? id : undefined,
        onPointerEnter: fetchEarly,
        onFocus: fetchEarly,
        onClick: (event: MouseEvent<HTMLElement>) => setPressed(opener ? undefined : event.currentTarget),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setPressed(event.currentTarget);
        },
      }),
  };
}
