import { useEffect, useEffectEvent } from 'react';
import { isPageKey } from './shortcuts.ts';

/** Runs an action at the press of a letter, where `isPageKey` leaves the letter to the page. Without an action the key does nothing. */
export function useShortcut(letter: string, action: ((event: KeyboardEvent) => void) | undefined): void {
  const run = useEffectEvent((event: KeyboardEvent) => action?.(event));
  const isOn = action !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !isPageKey(event)) return;
      // The letter would be typed into what gets the focus now.
      event.preventDefault();
      run(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [letter, isOn]);
}
