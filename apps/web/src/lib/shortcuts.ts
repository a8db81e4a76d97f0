import { useSyncExternalStore } from 'react';

/** What the keyboard opened over the page. */
export type Opened = 'palette' | 'shortcuts' | null;

let opened: Opened = null;
const listeners = new Set<() => void>();

export const openPalette = () => setOpened('palette');
export const closeOpened = () => setOpened(null);

export function useOpened(): Opened {
  return useSyncExternalStore(subscribe, () => opened);
}

/** Ctrl K (or Cmd K) anywhere; `?` where nothing is being typed. */
export function listenToShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      !event.altKey
    ) {
      event.preventDefault();
      setOpened(opened === 'palette' ? null : 'palette');
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      setOpened('shortcuts');
    }
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function setOpened(next: Opened) {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
