import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { useMedia } from '../../lib/page/use-media.ts';
import { cx } from '../ui/class-names.ts';
import styles from './emoji.module.css';
import { PHONE } from './picker-popup.tsx';
import { type Picture, PictureFooter } from './picture.tsx';
import { PictureGrid } from './picture-grid.tsx';

interface PickerBodyProps {
  search: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  pictures: readonly Picture[];
  /** Names the grid, and tells one content from the next. */
  title: string;
  words: { search: string; found: string; none: string; hint: string };
  /** In place of the grid where there is nothing to show and nothing was searched. */
  empty?: string;
  short?: boolean;
  /** Between the search box and the grid, and what the grid stands in then. */
  tabs?: ReactNode;
  panel?: (grid: ReactNode) => ReactNode;
  onPick: (picture: Picture, cell: HTMLElement) => void;
  onScroll?: () => void;
}

/** The search box, the grid and the preview of a picker, and how the keyboard goes between them. */
export function PickerBody(props: PickerBodyProps) {
  const { search, text, onText, pictures, title, words } = props;
  const phone = useMedia(PHONE);
  const grid = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Picture>();
  const toSearch = useCallback(() => search.current?.focus(), [search]);

  function onSearchKey(event: KeyboardEvent) {
    const reachable = grid.current?.querySelector<HTMLElement>('button[tabindex="0"]');
    if (event.key === 'ArrowDown' && reachable) {
      event.preventDefault();
      reachable.focus();
    } else if (event.key === 'Enter') {
      // The first match, as the footer shows it; and nothing around the picker is submitted.
      event.preventDefault();
      if (text) grid.current?.querySelector<HTMLElement>('[data-index="0"]')?.click();
    }
  }

  /** Letters typed anywhere in the picker are searched for. The key that moves the focus also writes its letter there. */
  function onBodyKey(event: KeyboardEvent) {
    const typed =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (typed && event.target !== search.current) toSearch();
  }

  const preview = shown ?? (text ? pictures[0] : undefined);
  const content = (
    <>
      {text ? null : <p className={styles.heading}>{title}</p>}
      {pictures.length > 0 ? (
        // Pointing at a cell draws the footer and not the grid.
        <PictureGrid
          pictures={pictures}
          label={title}
          columns={phone ? 8 : 9}
          rowHeight={phone ? 44 : 38}
          scroller={grid}
          onPick={props.onPick}
          onShow={setShown}
          onLeave={toSearch}
          onScroll={props.onScroll}
        />
      ) : text ? null : (
        <p className={styles.empty}>{props.empty}</p>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only passes keys on
    <div className={cx(styles.body, props.short && styles.short)} onKeyDown={onBodyKey}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          ref={search}
          type="search"
          className={styles.searchInput}
          placeholder={words.search}
          aria-label={words.search}
          autoComplete="off"
          // Case matters, and phones begin with a capital letter otherwise.
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          value={text}
          onChange={(event) => {
            setShown(undefined);
            onText(event.target.value);
          }}
          onKeyDown={onSearchKey}
        />
      </div>
      {props.tabs}
      <p role="status" className={pictures.length ? styles.heading : styles.empty}>
        {text ? (pictures.length ? words.found : words.none) : null}
      </p>
      {props.panel ? props.panel(content) : content}
      <PictureFooter picture={preview} hint={words.hint} />
    </div>
  );
}
