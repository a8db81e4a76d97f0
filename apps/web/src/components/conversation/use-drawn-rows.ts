import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { type ConversationRow, MANY_ROWS } from './rows.ts';
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
  const isWanted = !virtual && (rows.length >= MANY_ROWS || expectsOlder);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    import('./virtual-rows.ts').then(
      ({ virtualRows }) => {
        const box = scroller.current;
        if (isOver || !box) return;
        const heights = heightsOf(list.current, shown.current);
        setVirtual(virtualRows({ box, heights, anchorTo: follow ? 'end' : 'start', onChange: redraw }));
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
      const [box, row] = [scroller.current, list.current?.children[index]];
      if (!box || !row) return false;
      const [inside, outside] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      box.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
      return true;
    },
    [scroller, list],
  );

  const items =
    virtual?.getVirtualItems() ??
    (follow || hasFailed ? rows : rows.slice(0, MANY_ROWS)).map((_, index) => ({ index }));
  return {
    drawn: items.flatMap(({ index }) => {
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

function heightsOf(list: HTMLElement | null, rows: readonly ConversationRow[]): Map<string, number> {
  const heights = new Map<string, number>();
  for (const [index, child] of [...(list?.children ?? [])].entries()) {
    const row = rows[index];
    if (row) heights.set(row.key, child.getBoundingClientRect().height);
  }
  return heights;
}
