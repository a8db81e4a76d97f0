import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 80;

/** Stays at the end while one is there, and keeps the place while older messages load. */
export function useLogPlace(firstId: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const place = useRef<{ isAtEnd: boolean; height: number; firstId: string | undefined }>({
    isAtEnd: true,
    height: 0,
    firstId: undefined,
  });
  const [isAway, setAway] = useState(false);

  // After each drawing: what was drawn may have changed the height.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = place.current;
    if (before.isAtEnd) element.scrollTop = element.scrollHeight;
    else if (before.firstId !== undefined && before.firstId !== firstId)
      element.scrollTop += element.scrollHeight - before.height;
    before.height = element.scrollHeight;
    before.firstId = firstId;
  });

  useEffect(() => {
    // Pictures that arrive late, and a composer that grows, push the end out of sight.
    const keep = new ResizeObserver(() => {
      if (place.current.isAtEnd && box.current) box.current.scrollTop = box.current.scrollHeight;
    });
    if (box.current) keep.observe(box.current);
    if (inner.current) keep.observe(inner.current);
    return () => keep.disconnect();
  }, []);

  return {
    box,
    inner,
    isAway,
    distanceToStart: () => box.current?.scrollTop ?? 0,
    onScroll() {
      const element = box.current;
      if (!element) return;
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      place.current.isAtEnd = below < NEAR_END_PX;
      setAway(!place.current.isAtEnd);
    },
    toEnd() {
      place.current.isAtEnd = true;
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
  };
}
