declare global {
  interface Window {
    /** Ends the hearing in the page that was drawn ahead. Returns what was typed for the palette, undefined where it was not asked for. */
    takeEarlyKeys?: (() => string | undefined) | undefined;
  }
}

export function isPaletteKey(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  );
}

/** What was typed for the palette, with one key more: undefined when that is not for it, null when it gives the palette up. */
export function withEarlyKey(typed: string, event: KeyboardEvent): string | null | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'Escape') return null;
  if (event.key === 'Backspace') return typed.slice(0, -1);
  return event.key.length === 1 ? typed + event.key : typed;
}

/** Hears Ctrl K, and what is typed after it, until the app takes it: the page that was drawn ahead shows that key already. */
export function hearEarlyKeys(): void {
  let typed: string | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPaletteKey(event)) typed = typed === undefined ? '' : undefined;
    else {
      const next = typed === undefined ? undefined : withEarlyKey(typed, event);
      if (next === undefined) return;
      typed = next ?? undefined;
    }
    event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown, true);
  window.takeEarlyKeys = () => {
    document.removeEventListener('keydown', onKeyDown, true);
    window.takeEarlyKeys = undefined;
    return typed;
  };
}
