import { type KeyboardEvent, useState } from 'react';

export interface Active {
  active: number;
  setActive: (index: number) => void;
}

/** Which of the choices is active, and the keys that move in them. `onKeyDown` returns whether the key was one of them. */
export function useChoices<T>(items: readonly T[], onPick: (item: T) => void) {
  const [at, setActive] = useState(0);
  const active = Math.min(at, Math.max(0, items.length - 1));
  const current = items[active];
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(items.length ? (active + step + items.length) % items.length : 0);
      return true;
    }
    if ((event.key === 'Enter' || event.key === 'Tab') && current !== undefined) {
      event.preventDefault();
      onPick(current);
      return true;
    }
    return false;
  };
  return { active, setActive, onKeyDown };
}
