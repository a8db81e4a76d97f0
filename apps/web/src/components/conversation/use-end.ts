import { type RefObject, useCallback, useEffect, useRef } from 'react';

export const NEAR_PX = 120;
/** New messages are scrolled to once they have been drawn. */
const FOLLOW_AFTER_MS = 100;
/** How high new lines are is known only when they are drawn; so long the end may move by itself. */
const SETTLED_AFTER_MS = 500;
/** A wheel or finger goes on scrolling for a moment. */
const BY_HAND_MS = 500;
const handEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export interface End {
  isReached(): boolean;
  /** Scrolls to it in a moment, unless the reader goes up before. */
  followSoon(): void;
  /** As followSoon(), also for who had gone up. */
  returnSoon(): void;
  /** Stays where something else was gone to. Says whether that is at the end. */
  leave(): boolean;
  onScroll(): void;
}

interface EndOptions {
  /** Scrolls there at once. */
  toEnd: () => void;
  /** A conversation that is read from its beginning does not. */
  startsThere: boolean;
}

/** Whether the reader is at the end of a conversation. Only who goes up leaves it: new lines push it away as well. */
export function useEnd(scroller: RefObject<HTMLElement | null>, { toEnd, startsThere }: EndOptions): End {
  const state = useRef({ isReached: startsThere, top: 0, followed_at: 0, hand_at: Number.NEGATIVE_INFINITY });
  const timer = useRef<number>(undefined);

  useEffect(() => {
    const box = scroller.current;
    const onHand = () => {
      state.current.hand_at = performance.now();
    };
    for (const name of handEvents) box?.addEventListener(name, onHand, { passive: true });
    return () => {
      for (const name of handEvents) box?.removeEventListener(name, onHand);
      window.clearTimeout(timer.current);
    };
  }, [scroller]);

  // What stands below may grow, such as the box in which a reply is written: the end does not go under it.
  useEffect(() => {
    const box = scroller.current;
    if (!box || !window.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      if (state.current.isReached) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);

  const stay = useCallback(() => {
    const box = scroller.current;
    const { isReached, followed_at } = state.current;
    if (!box || !isReached || performance.now() - followed_at > SETTLED_AFTER_MS) return;
    box.scrollTop = box.scrollHeight;
    requestAnimationFrame(stay);
  }, [scroller]);

  const followSoon = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      if (!state.current.isReached) return;
      const wasStaying = performance.now() - state.current.followed_at < SETTLED_AFTER_MS;
      state.current.followed_at = performance.now();
      toEnd();
      if (!wasStaying) stay();
    }, FOLLOW_AFTER_MS);
  }, [toEnd, stay]);

  const returnSoon = useCallback(() => {
    state.current.isReached = true;
    followSoon();
  }, [followSoon]);

  const leave = useCallback(() => {
    const box = scroller.current;
    state.current.isReached = startsThere && box !== null && isNearEnd(box);
    return state.current.isReached;
  }, [scroller, startsThere]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const { top, followed_at, hand_at } = state.current;
    const now = performance.now();
    const isNear = isNearEnd(box);
    const isMoving = now - followed_at < SETTLED_AFTER_MS;
    const isByHand = now - hand_at < BY_HAND_MS;
    const wentUp = box.scrollTop < top && (isByHand || !isMoving);
    state.current.top = box.scrollTop;
    const isThere = wentUp ? isNear && !isMoving : isNear || state.current.isReached;
    // What is read from its beginning stays where it is, also near the end.
    state.current.isReached = startsThere && isThere;
  };

  const isReached = useCallback(() => state.current.isReached, []);
  return { isReached, followSoon, returnSoon, leave, onScroll };
}

const isNearEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
