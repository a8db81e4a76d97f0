import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { EmojiPicture } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './emoji.module.css';
import { nextIndex } from './grid-keys.ts';
import type { Picture } from './picture.tsx';
import { ServerPicture } from './server-picture.tsx';

interface PictureGridProps {
  pictures: readonly Picture[];
  label: string;
  columns: number;
  rowHeight: number;
  scroller: RefObject<HTMLDivElement | null>;
  onPick: (picture: Picture, cell: HTMLElement) => void;
  /** What the pointer or the focus is on. */
  onShow: (picture: Picture | undefined) => void;
  /** Up from the first row. */
  onLeave: () => void;
  onScroll?: () => void;
}

const ROWS_IN_SIGHT = 8;

/** Draws the rows in sight, and the one that has the focus. One cell can be reached with Tab, the others by arrows. */
export const PictureGrid = memo(function PictureGrid(props: PictureGridProps) {
  const { pictures, label, columns, rowHeight, scroller, onPick, onShow, onLeave } = props;
  const [active, setActive] = useState(0);
  const [drawn, setDrawn] = useState(pictures);
  if (drawn !== pictures) {
    setDrawn(pictures);
    setActive(0);
  }
  const activeRow = Math.floor(active / columns);
  const rowCount = Math.ceil(pictures.length / columns);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 1,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
    initialRect: { width: 0, height: ROWS_IN_SIGHT * rowHeight },
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), activeRow])].toSorted((a, b) => a - b),
      [activeRow],
    ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other pictures begin at the top
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [drawn, scroller]);

  const pictureOf = (event: SyntheticEvent) => pictures[indexOf(event) ?? -1];

  function moveTo(index: number) {
    // The row of the cell is in the page once it is the active one.
    flushSync(() => setActive(index));
    virtualizer.scrollToIndex(Math.floor(index / columns));
    cellAt(scroller.current, index)?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = indexOf(event);
    if (index === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowUp' && index < columns) {
      event.preventDefault();
      onLeave();
      return;
    }
    const next = nextIndex(event, { index, columns, count: pictures.length, page: ROWS_IN_SIGHT });
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  }

  return (
    <div ref={scroller} className={styles.scroller} onScroll={props.onScroll}>
      {/* biome-ignore lint/a11y/useSemanticElements: in a table no row can be left out */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount}
        aria-colcount={columns}
        className={styles.grid}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const index = indexOf(event);
          const picture = pictureOf(event);
          const cell = index === undefined ? null : cellAt(scroller.current, index);
          if (picture && cell) onPick(picture, cell);
        }}
        onFocus={(event) => {
          const index = indexOf(event);
          if (index !== undefined) setActive(index);
          onShow(pictureOf(event));
        }}
        onBlur={() => onShow(undefined)}
        onPointerOver={(event) => onShow(pictureOf(event))}
        onPointerLeave={() => onShow(undefined)}
      >
        {virtualizer.getVirtualItems().map((row) => (
          <PictureRow
            key={row.key}
            pictures={pictures}
            row={row.index}
            columns={columns}
            top={row.start}
            height={rowHeight}
            active={row.index === activeRow ? active : undefined}
          />
        ))}
      </div>
    </div>
  );
});

interface PictureRowProps {
  pictures: readonly Picture[];
  row: number;
  columns: number;
  top: number;
  height: number;
  active: number | undefined;
}

const PictureRow = memo(function PictureRow(props: PictureRowProps) {
  const { pictures, row, columns, top, height, active } = props;
  const first = row * columns;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells hold the focus
    // biome-ignore lint/a11y/useSemanticElements: in a table no row can be left out
    <div
      role="row"
      aria-rowindex={row + 1}
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)`, gridTemplateColumns: `repeat(${columns}, 1fr)` }}
    >
      {pictures.slice(first, first + columns).map((picture, column) => (
        // Keyed by its place: while someone types, cells get other pictures, which is quicker than other cells.
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell keeps nothing of its picture
        // biome-ignore lint/a11y/useFocusableInteractive: the button inside holds the focus
        // biome-ignore lint/a11y/useSemanticElements: in a table no row can be left out
        <div key={column} role="gridcell" aria-colindex={column + 1}>
          <button
            type="button"
            className={styles.cell}
            aria-label={picture.name}
            aria-haspopup={picture.hasTones ? 'dialog' : undefined}
            data-index={first + column}
            tabIndex={active === first + column ? 0 : -1}
          >
            {picture.url ? (
              <ServerPicture key={picture.url} url={picture.url} name={picture.name} />
            ) : (
              <EmojiPicture emoji={picture.glyph ?? ''} />
            )}
          </button>
        </div>
      ))}
    </div>
  );
});

function cellAt(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}

/** Which cell an event of the grid is about. */
function indexOf(event: SyntheticEvent): number | undefined {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return cell ? Number(cell.dataset.index) : undefined;
}
