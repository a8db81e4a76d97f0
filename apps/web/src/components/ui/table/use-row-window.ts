import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

interface RowWindowOptions {
  count: number;
  /** How high each row is. */
  rowPx: number;
}

export interface RowWindow {
  /** The place of the first row to draw. */
  first: number;
  /** And the one after the last. */
  end: number;
  /** Of all rows. */
  height: number;
  /** Scrolls as little as it takes for a row to stand in sight. */
  reveal: (place: number) => void;
}

/** Rows above and below those in sight, which are there before one scrolls to them. */
const BESIDE = 6;

/** Which rows of a long list stand in sight of the box that scrolls it, where all of them are equally high. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowPx }: RowWindowOptions,
): RowWindow {
  const [seen, setSeen] = useState({ first: 0, end: 0 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    const now = {
      first: Math.floor(scrollTop / rowPx) - BESIDE,
      end: Math.ceil((scrollTop + clientHeight) / rowPx) + BESIDE,
    };
    setSeen((before) => (before.first === now.first && before.end === now.end ? before : now));
  }, [scroller, rowPx]);

  // A shorter list moves what is in sight without a word of the browser's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(look, [look, count]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    box.addEventListener('scroll', look, { passive: true });
    const observer = window.ResizeObserver && new ResizeObserver(look);
    observer?.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, [scroller, look]);

  const reveal = useCallback(
    (place: number) => {
      const box = scroller.current;
      if (!box) return;
      const top = place * rowPx;
      box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + rowPx - box.clientHeight));
      look();
    },
    [scroller, rowPx, look],
  );
  return {
    first: Math.max(0, seen.first),
    end: Math.min(seen.end, count),
    height: count * rowPx,
    reveal,
  };
}
