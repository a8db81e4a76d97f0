import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/react-virtual';
import { areMany, COST_MAX, heightOf, rowsWithin } from './row-cost.ts';
import type { ConversationRow } from './rows.ts';
import { NEAR_PX } from './use-end.ts';

export interface VirtualRowsOptions {
  box: HTMLElement;
  /** The rows that stand in the page so far, and their heights. */
  heights: ReadonlyMap<string, number>;
  /** How high the rows before them will be, about. */
  above: number;
  /** The place that is being read stays when rows come in above it. */
  anchorTo: 'start' | 'end';
  onChange: () => void;
}

export type VirtualRows = ReturnType<typeof virtualRows>;

/**
 * Takes over a list whose rows all stand in the page, and leaves those in sight where they are. The hook of the library
 * cannot: it would be there from the beginning. What it calls while React draws is called by useDrawnRows.
 */
export function virtualRows({ box, heights, above, anchorTo, onChange }: VirtualRowsOptions) {
  const known = [...heights].map(
    ([key, size], index): VirtualItem => ({ key, size, index, lane: 0, start: 0, end: 0 }),
  );
  const initialRect = { width: box.clientWidth, height: box.clientHeight };
  const optionsFor = (rows: readonly ConversationRow[]) => ({
    count: rows.length,
    getScrollElement: () => box,
    getItemKey: (index: number) => rows[index]?.key ?? index,
    estimateSize: (index: number) => heightOf(rows[index]),
    overscan: OVERSCAN,
    scrollEndThreshold: NEAR_PX,
    anchorTo,
    onChange,
    initialMeasurementsCache: known,
    initialOffset: () => above + box.scrollTop,
    initialRect,
    measureElement,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    rangeExtractor: rangeOf(rows),
  });
  const virtualizer = new Virtualizer<HTMLElement, Element>(optionsFor([]));
  return Object.assign(virtualizer, {
    setRows: (rows: readonly ConversationRow[]) => virtualizer.setOptions(optionsFor(rows)),
  });
}

const OVERSCAN = 8;

/** All rows where they are few; else those in sight, and around them as many as are drawn quickly. */
function rangeOf(rows: readonly ConversationRow[]): (range: Range) => number[] {
  return ({ startIndex, endIndex }) => {
    const isLong = areMany(rows);
    const before = rows.slice(Math.max(startIndex - OVERSCAN, 0), startIndex);
    const after = rows.slice(endIndex + 1, endIndex + 1 + OVERSCAN);
    const from = isLong ? startIndex - rowsWithin(before, 'end', COST_MAX / 4) : 0;
    const to = isLong ? endIndex + rowsWithin(after, 'start', COST_MAX / 4) : rows.length - 1;
    return Array.from({ length: to - from + 1 }, (_, n) => from + n);
  };
}

/** To the fraction of a pixel, as the browser lays rows out: two hundred rounded heights are some lines off. */
function measureElement(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  { itemSizeCache, options, indexFromElement }: Virtualizer<HTMLElement, Element>,
): number {
  const measured = entry?.borderBoxSize[0]?.blockSize;
  const key = options.getItemKey(indexFromElement(element));
  return measured ?? itemSizeCache.get(key) ?? element.getBoundingClientRect().height;
}
