import type { RefObject } from 'react';
import { useShortcut } from '../../../lib/keys/use-shortcut.ts';

/** J and K reach into the list from anywhere on the page: to the row that had the focus last. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useStepKeys(() => list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
}

/** J and K go to the next and the previous one. */
export function useStepKeys(onStep: (by: 1 | -1) => void): void {
  useShortcut('j', () => onStep(1));
  useShortcut('k', () => onStep(-1));
}
