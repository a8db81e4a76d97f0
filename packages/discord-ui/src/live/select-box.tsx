import { ChevronDown } from 'lucide-react';
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../class-names.ts';
import { type Choice, ChoiceMark, Choices } from './choices.tsx';
import { Dots } from './dots.tsx';
import { matching } from './matching.ts';
import styles from './select.module.css';
import { useChoices } from './use-choices.ts';

/** As many as anyone reads through. */
const SHOWN_MAX = 50;

export interface SelectBoxProps {
  label: string;
  placeholder: string;
  items: readonly Choice[];
  values: readonly string[];
  min?: number;
  max?: number;
  isDisabled?: boolean | undefined;
  isBusy?: boolean;
  isSearchable?: boolean;
  /** What was picked is shown until this changes. */
  revision?: string | null;
  onChange: (values: string[]) => void;
}

/** A drop-down as in messages and forms. One choice is told when it is made; several when the list closes. */
export function SelectBox(props: SelectBoxProps) {
  const { label, placeholder, items, values, min = 1, max = 1, isSearchable = false, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [draft, setDraft] = useDraft(values, props.revision ?? null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const isMany = max > 1;
  const shown = matching(items, query).slice(0, SHOWN_MAX);

  const focusTrigger = () => box.current?.querySelector('button')?.focus();
  const pick = ({ value }: Choice) => {
    const isPicked = draft.includes(value);
    if (!isMany) {
      const picked = min === 0 && isPicked ? [] : [value];
      setDraft(picked);
      setOpen(false);
      setQuery('');
      focusTrigger();
      onChange(picked);
    } else if (isPicked) setDraft(draft.filter((other) => other !== value));
    else if (draft.length < max) setDraft([...draft, value]);
  };
  const { onKeyDown: onChoiceKey, ...choices } = useChoices(shown, pick);
  const close = () => {
    setOpen(false);
    setQuery('');
    const isSame = draft.length === values.length && draft.every((value) => values.includes(value));
    if (isMany && !isSame && draft.length >= min) onChange([...draft]);
  };
  useOutside(box, isOpen, close);
  useLayoutEffect(() => {
    if (isOpen) openWhereThereIsRoom(box.current);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
      focusTrigger();
    } else if (event.key === ' ' && !isSearchable) {
      event.preventDefault();
      const active = shown[choices.active];
      if (active) pick(active);
    } else if (event.key === 'Tab') close();
    else onChoiceKey(event);
  };
  const activeId = shown.length > 0 ? `${id}-${choices.active}` : undefined;
  return (
    <div className={styles.box} ref={box}>
      <button
        type="button"
        className={styles.trigger}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        aria-busy={props.isBusy || undefined}
        aria-activedescendant={isOpen && !isSearchable ? activeId : undefined}
        disabled={props.isDisabled}
        onClick={() => (isOpen ? close() : setOpen(true))}
        onKeyDown={(event) => {
          if (isOpen) {
            if (!isSearchable) onKeyDown(event);
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        <Picked items={items.filter(({ value }) => draft.includes(value))} isMany={isMany}>
          {placeholder}
        </Picked>
        {props.isBusy ? <Dots /> : <ChevronDown size={18} aria-hidden="true" />}
      </button>
      {isOpen ? (
        <div className={styles.popup}>
          {isSearchable ? (
            <input
              ref={focusFirst}
              type="text"
              className={styles.search}
              placeholder="Search"
              aria-label={`Search in ${label}`}
              role="combobox"
              aria-expanded
              aria-controls={id}
              aria-activedescendant={activeId}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          ) : null}
          <Choices id={id} label={label} items={shown} {...choices} onPick={pick} selected={draft} />
          {isMany ? (
            <p className={styles.hint}>{min === max ? `Pick ${min}` : `Pick ${min} to ${max}`}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Picked({
  items,
  isMany,
  children,
}: {
  items: readonly Choice[];
  isMany: boolean;
  children: string;
}) {
  if (items.length === 0) return <span className={styles.placeholder}>{children}</span>;
  return (
    <span className={styles.picked}>
      {items.map((item) => (
        <span key={item.value} className={cx(styles.one, isMany && styles.chip)}>
          <ChoiceMark choice={item} />
          {item.label}
        </span>
      ))}
    </span>
  );
}

/** What is picked, until the values are told again. */
function useDraft(values: readonly string[], revision: string | null) {
  const [draft, setDraft] = useState(values);
  const [drawn, setDrawn] = useState(revision);
  if (drawn !== revision) {
    setDrawn(revision);
    setDraft(values);
  }
  return [draft, setDraft] as const;
}

function useOutside(box: React.RefObject<HTMLElement | null>, isOpen: boolean, onOutside: () => void) {
  const told = useEffectEvent(onOutside);
  useEffect(() => {
    if (!isOpen) return undefined;
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) told();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [box, isOpen]);
}

function focusFirst(input: HTMLInputElement | null) {
  input?.focus();
}

/** Above its button where what scrolls around it has more room there than below. */
function openWhereThereIsRoom(box: HTMLElement | null) {
  const popup = box?.lastElementChild;
  if (!box || !(popup instanceof HTMLElement)) return;
  const frame = box.closest('[data-scrolls]')?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  const above = top - Math.max(0, frame?.top ?? 0);
  const below = Math.min(window.innerHeight, frame?.bottom ?? window.innerHeight) - bottom;
  popup.toggleAttribute('data-above', popup.offsetHeight + 8 > below && above > below);
}
