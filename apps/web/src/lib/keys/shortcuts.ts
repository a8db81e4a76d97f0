import { useSyncExternalStore } from 'react';
import { isPaletteKey, withEarlyKey } from './early-keys.ts';

/** What the keyboard opened over the page. */
export type Opened = 'palette' | 'shortcuts' | null;

let opened: Opened = null;
/** What is typed for the palette while it is on its way; undefined once it takes the keys itself. */
let early: string | undefined;
const listeners = new Set<() => void>();

export const openPalette = () => setOpened('palette');
export const closeOpened = () => setOpened(null);

export function useOpened(): Opened {
  return useSyncExternalStore(subscribe, () => opened);
}

/** What was typed before the palette had the focus. From now on it takes the keys itself. */
export function takeEarlyKeys(): string {
  const keys = early ?? '';
  early = undefined;
  return keys;
}

/** Ctrl K (or Cmd K) anywhere; `?` where nothing is being typed. */
export function listenToShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (takeEarlyKey(event)) return;
    noteTyping(event);
    if (isPaletteKey(event)) {
      event.preventDefault();
      setOpened(opened === 'palette' ? null : 'palette');
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
      setOpened('shortcuts');
    }
  };
  // Before whatever has the focus, so that keys for the palette go nowhere else.
  document.addEventListener('keydown', onKeyDown, true);
  // After everything that may take a letter.
  window.addEventListener('keydown', noteUntaken);
  const before = window.takeEarlyKeys?.();
  if (before !== undefined) {
    setOpened('palette');
    early = before;
  }
  return () => {
    document.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keydown', noteUntaken);
    typed = undefined;
  };
}

/** A letter that nothing takes was meant for something that is not there yet, and so is the rest of its word. */
function noteUntaken(event: KeyboardEvent): void {
  if (event.key.length === 1 && isPageKey(event)) ignoreRestOfWord(event.timeStamp);
}

function takeEarlyKey(event: KeyboardEvent): boolean {
  const next = early === undefined ? undefined : withEarlyKey(early, event);
  if (next === undefined) return false;
  if (next === null) closeOpened();
  else early = next;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** A bare letter, pressed once, while nothing is being typed and nothing is open over the page. */
export function isPageKey(event: KeyboardEvent): boolean {
  const isBare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return (
    isBare &&
    !event.repeat &&
    !event.defaultPrevented &&
    !event.isComposing &&
    !isTyping(event.target) &&
    !isRestOfWord(event) &&
    document.querySelector(OVER_PAGE) === null
  );
}

/**
 * Where the last letter of a word was typed, and when (milliseconds, as events count them), until a key ends the word.
 * Null: in no field, because the one that it was meant for takes no text.
 */
let typed: { field: EventTarget | null; at: number } | undefined;
const WORD_PAUSE_MS = 700;

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

function noteTyping({ key, ctrlKey, metaKey, target, timeStamp }: KeyboardEvent): void {
  if (MODIFIERS.includes(key)) return;
  const isLetter = key.length === 1 && !ctrlKey && !metaKey;
  if (!isLetter) typed = undefined;
  else if (target && isTyping(target)) typed = { field: target, at: timeStamp };
}

/** What is typed on without a pause after this moment is no shortcut: it was meant for a field that takes no text now. */
export function ignoreRestOfWord(at: number): void {
  typed = { field: null, at };
}

/**
 * The next ticket may take the place of the one in which somebody is still typing. The letters that come then were meant
 * for the field that went, so they claim and close nothing.
 */
function isRestOfWord({ timeStamp }: KeyboardEvent): boolean {
  if (!typed || (typed.field instanceof Node && typed.field.isConnected)) return false;
  if (timeStamp - typed.at > WORD_PAUSE_MS) return false;
  typed.at = timeStamp;
  return true;
}

const OVER_PAGE = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function setOpened(next: Opened) {
  opened = next;
  early = next === 'palette' ? '' : undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
