import { useSyncExternalStore } from 'react';

/** Fingers: the keyboard is on the screen, has no Shift to hold, and stands beside a button that sends. */
export const TOUCH = '(pointer: coarse)';

/** Whether the window matches a media query, for what CSS alone cannot do. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
