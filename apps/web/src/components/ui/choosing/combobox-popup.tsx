import { Search } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../class-names.ts';
import styles from './combobox.module.css';
import { OptionGroup, OptionRow } from './combobox-option.tsx';
import type { ComboboxOption } from './combobox-rows.ts';
import { byGroup, inSight, matching, rowsOf } from './combobox-rows.ts';
import { keepPlaced, placementAt, placePopup } from './place-popup.ts';
import popup from './popup.module.css';

export interface ComboboxPopupProps {
  id: string;
  /** The control that opened it, which gets the focus back. */
  trigger: HTMLElement;
  /** What it stands under or above. */
  anchor: HTMLElement;
  options: readonly ComboboxOption[];
  chosen: readonly string[];
  /** Stays open, so that more can be chosen. */
  multiple?: boolean;
  onPick: (value: string) => void;
  onClose: () => void;
}

const PAGE = 8;
/** Above and below the rows, as in the stylesheet. */
const PADDING = 4;
/** How many rows show above what was chosen when the list opens. */
const ABOVE = 4;

/**
 * The open list of a combobox. Servers have 500 channels, so only the rows in sight are in the page, all of one
 * height, which spares measuring; and it stands beside its field in the page, so that Tab goes on from there.
 */
export function ComboboxPopup(props: ComboboxPopupProps) {
  const { id, trigger, anchor, options, chosen, multiple, onPick, onClose } = props;
  const t = useTranslations('common.combobox');
  const [isTouch] = useState(() => Boolean(window.matchMedia?.('(pointer: coarse)').matches));
  const row = isTouch ? 44 : 34;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [reached, setReached] = useState(chosen.at(-1));

  const grouped = useMemo(() => byGroup(options), [options]);
  const found = useMemo(() => matching(grouped, query), [grouped, query]);
  const { rows, at } = useMemo(() => rowsOf(found), [found]);
  const index = Math.max(
    0,
    found.findIndex(({ value }) => value === reached),
  );
  const active = found[index];
  const [top, setTop] = useState(() => Math.max(0, (at[index] ?? 0) - ABOVE));
  const { first, groups } = inSight(rows, top);
  const isDrawn = groups.some((group) => group.options.some((option) => option.index === index));
  const idOf = (of: number) => `${id}-${of}`;

  // Measured while the page still stands as it did: with the list in it, the browser would lay out all of it twice.
  const [placement] = useState(() => placementAt(anchor));
  const start = useRef({ touch: isTouch, scroll: top * row, placement });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    placePopup(element, start.current.placement);
    // The top layer keeps it above dialogs and out of scrolling boxes. Older browsers do without.
    if (element.showPopover) {
      element.popover = 'manual';
      element.showPopover();
    }
    if (list.current && start.current.scroll > 0) list.current.scrollTop = start.current.scroll;
    // A keyboard on the screen would cover the list that was asked for.
    (start.current.touch ? element : input.current)?.focus({ preventScroll: true });
    return keepPlaced(element, anchor);
  }, [anchor]);

  useLayoutEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target) && !trigger.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    return () => document.removeEventListener('pointerdown', closeOutside, true);
  });

  function search(text: string) {
    setQuery(text);
    setReached(undefined);
    scrollTo(0);
  }

  function scrollTo(pixels: number) {
    setTop(Math.floor(pixels / row));
    if (list.current) list.current.scrollTop = pixels;
  }

  function reach(next: number) {
    setReached(found[next]?.value);
    const place = at[next];
    if (place === undefined || !list.current) return;
    // With the heading above the first of a group.
    const from = (next === 0 ? 0 : place) * row;
    const { scrollTop, clientHeight } = list.current;
    const to = (place + 1) * row + 2 * PADDING;
    if (from < scrollTop) scrollTo(from);
    else if (to > scrollTop + clientHeight) scrollTo(to - clientHeight);
  }

  function close() {
    trigger.focus({ preventScroll: true });
    onClose();
  }

  function pick(value: string | undefined) {
    if (value === undefined) return;
    if (!multiple) close();
    else if (query) {
      // The whole list again, at what was chosen.
      setQuery('');
      setReached(value);
      scrollTo(
        Math.max(0, (rowsOf(grouped).at[grouped.findIndex((o) => o.value === value)] ?? 0) - ABOVE) * row,
      );
    }
    onPick(value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { length } = found;
    const moves: Record<string, number> = {
      ArrowDown: (index + 1) % length,
      ArrowUp: (index - 1 + length) % length,
      PageDown: Math.min(length - 1, index + PAGE),
      PageUp: Math.max(0, index - PAGE),
    };
    const next = moves[event.key];
    // Tab goes on from the field.
    if (event.key === 'Tab') return close();
    if (next === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // A dialog around it would close as well.
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') pick(active?.value);
    else if (next !== undefined && length > 0) reach(next);
  }

  return (
    <div
      ref={box}
      id={id}
      role="dialog"
      aria-label={t('options')}
      tabIndex={-1}
      className={cx(popup.popup, styles.popup, styles.floating)}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget) && relatedTarget !== trigger) onClose();
      }}
    >
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isDrawn ? idOf(index) : undefined}
          aria-label={t('search')}
          className={styles.searchInput}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => search(event.target.value)}
        />
      </div>
      <p role="status" className={styles.empty} hidden={found.length > 0}>
        {found.length > 0 ? null : t(options.length === 0 ? 'nothing' : 'no_match')}
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the search field */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('options')}
        aria-multiselectable={multiple || undefined}
        tabIndex={-1}
        className={styles.list}
        hidden={found.length === 0}
        onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / row))}
        // The focus stays in the search field.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => setReached((now) => valueAt(event) ?? now)}
        onClick={(event) => pick(valueAt(event))}
      >
        <div
          role="presentation"
          className={styles.rows}
          style={{ height: rows.length * row, paddingTop: first * row }}
        >
          {groups.map((group) => (
            <OptionGroup key={group.name} name={group.name} isHeaded={group.isHeaded}>
              {group.options.map(({ option, index: own }) => (
                <OptionRow
                  key={option.value}
                  id={idOf(own)}
                  option={option}
                  place={own + 1}
                  count={found.length}
                  isActive={own === index}
                  isChosen={chosen.includes(option.value)}
                />
              ))}
            </OptionGroup>
          ))}
        </div>
      </div>
    </div>
  );
}

function valueAt({ target }: SyntheticEvent): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-value]')?.dataset.value;
}
