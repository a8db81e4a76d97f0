import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { areMany, FIRST_COST, heightOf, rowsWithin } from './row-cost.ts';
import { type ConversationRow, MANY_ROWS } from './rows.ts';
import { NEAR_PX } from './use-end.ts';
import type { VirtualRows } from './virtual-rows.ts';

interface DrawnRowsOptions {
  scroller: RefObject<HTMLElement | null>;
  /** Its children are the rows. */
  list: RefObject<HTMLElement | null>;
  /** Is read from its end. */
  follow: boolean;
  /** Older rows are on their way, and will come in above. */
  expectsOlder: boolean;
}

interface DrawnRows {
  drawn: readonly { index: number; row: ConversationRow }[];
  /** How far below the beginning the first of them stands. */
  top: number;
  /** Of all rows, where not all are drawn. */
  height: number | undefined;
  /** The ref of each row. */
  measure: ((row: Element | null) => void) | undefined;
  isVirtual: boolean;
  toEnd: () => void;
  /** Brings a row to the middle of what is seen. Says whether it could: not all rows can be reached from the beginning. */
  toRow: (index: number) => boolean;
}

/**
 * The rows of a conversation that stand in the page. Most conversations are short and have all of them there. What draws
 * only those in sight is fetched for a long one, and for one whose reader goes back to what was written before.
 */
export function useDrawnRows(
  rows: readonly ConversationRow[],
  { scroller, list, follow, expectsOlder }: DrawnRowsOptions,
): DrawnRows {
  const [virtual, setVirtual] = useState<VirtualRows>();
  const [hasFailed, setFailed] = useState(false);
  const redraw = useReducer((count: number) => count + 1, 0)[1];

  const shown = useRef(rows);
  useLayoutEffect(() => {
    shown.current = rows;
  }, [rows]);
  const isLong = useMemo(() => areMany(rows), [rows]);
  const isWanted = !virtual && (isLong || expectsOlder);
  const startsAtEnd = useRef(false);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    import('./virtual-rows.ts').then(
      ({ virtualRows }) => {
        const box = scroller.current;
        if (isOver || !box) return;
        const { heights, from } = heightsOf(list.current, shown.current);
        const above = shown.current.slice(0, from).reduce((all, row) => all + heightOf(row), 0);
        startsAtEnd.current = from > 0 && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
        setVirtual(
          virtualRows({ box, heights, above, anchorTo: follow ? 'end' : 'start', onChange: redraw }),
        );
      },
      () => setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, scroller, list, follow]);

  // What the library's own hook does.
  virtual?.setRows(rows);
  useLayoutEffect(() => virtual?._didMount(), [virtual]);
  useLayoutEffect(() => virtual?._willUpdate());
  useLayoutEffect(() => {
    if (virtual && startsAtEnd.current) virtual.scrollToEnd();
    startsAtEnd.current = false;
  }, [virtual]);

  const drawer = useRef<VirtualRows>(undefined);
  useLayoutEffect(() => {
    drawer.current = virtual;
  }, [virtual]);
  const toEnd = useCallback(() => {
    if (drawer.current) drawer.current.scrollToEnd();
    else if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller]);

  const toRow = useCallback(
    (index: number) => {
      if (drawer.current) {
        drawer.current.scrollToIndex(index, { align: 'center' });
        return true;
      }
      const box = scroller.current;
      const row = list.current?.querySelector(`:scope > [data-index="${index}"]`);
      if (!box || !row) return false;
      const [inside, outside] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      box.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
      return true;
    },
    [scroller, list],
  );

  const indexes =
    virtual?.getVirtualItems().map(({ index }) => index) ??
    firstIndexes(rows, { isLong: isLong && !hasFailed, follow });
  return {
    drawn: indexes.flatMap((index) => {
      const row = rows[index];
      return row ? [{ index, row }] : [];
    }),
    top: virtual?.getVirtualItems()[0]?.start ?? 0,
    height: virtual?.getTotalSize(),
    measure: virtual?.measureElement,
    isVirtual: virtual !== undefined,
    toEnd,
    toRow,
  };
}

/** Of a long conversation those that are read first, until what draws the others in sight is there. */
function firstIndexes(
  rows: readonly ConversationRow[],
  { isLong, follow }: { isLong: boolean; follow: boolean },
): number[] {
  const all = [...rows.keys()];
  if (!isLong) return all;
  if (follow) return all.slice(-rowsWithin(rows, 'end', FIRST_COST));
  return all.slice(0, Math.min(MANY_ROWS, rowsWithin(rows, 'start', FIRST_COST)));
}

/** Of the rows that are drawn, and which of all is the first of these. */
function heightsOf(list: HTMLElement | null, rows: readonly ConversationRow[]) {
  const heights = new Map<string, number>();
  const children = [...(list?.querySelectorAll<HTMLElement>(':scope > [data-index]') ?? [])];
  for (const child of children) {
    const row = rows[Number(child.dataset.index)];
    if (row) heights.set(row.key, child.getBoundingClientRect().height);
  }
  return { heights, from: Number(children[0]?.dataset.index ?? 0) };
}
