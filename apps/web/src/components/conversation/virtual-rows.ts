import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/react-virtual';
import { type ConversationRow, MANY_ROWS } from './rows.ts';
import { NEAR_PX } from './use-end.ts';

export interface VirtualRowsOptions {
  box: HTMLElement;
  /** The rows that stand in the page so far, and their heights. */
  heights: ReadonlyMap<string, number>;
  /** The place that is being read stays when rows come in above it. */
  anchorTo: 'start' | 'end';
  onChange: () => void;
}

export type VirtualRows = ReturnType<typeof virtualRows>;

/**
 * Takes over a list whose rows all stand in the page, and leaves those in sight where they are. The hook of the library
 * cannot: it would be there from the beginning. What it calls while React draws is called by useDrawnRows.
 */
export function virtualRows({ box, heights, anchorTo, onChange }: VirtualRowsOptions) {
  const known = [...heights].map(
    ([key, size], index): VirtualItem => ({ key, size, index, lane: 0, start: 0, end: 0 }),
  );
  const initialRect = { width: box.clientWidth, height: box.clientHeight };
  const optionsFor = (rows: readonly ConversationRow[]) => ({
    count: rows.length,
    getScrollElement: () => box,
    getItemKey: (index: number) => rows[index]?.key ?? index,
    estimateSize: () => 56,
    overscan: 8,
    scrollEndThreshold: NEAR_PX,
    anchorTo,
    onChange,
    initialMeasurementsCache: known,
    initialOffset: () => box.scrollTop,
    initialRect,
    measureElement,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    ...(rows.length < MANY_ROWS ? { rangeExtractor: () => rows.map((_, index) => index) } : {}),
  });
  const virtualizer = new Virtualizer<HTMLElement, Element>(optionsFor([]));
  return Object.assign(virtualizer, {
    setRows: (rows: readonly ConversationRow[]) => virtualizer.setOptions(optionsFor(rows)),
  });
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
