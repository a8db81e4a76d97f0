import { useState } from 'react';

/** What is being edited, next to what is stored. `dirty` while the two differ. */
export interface Draft<T> {
  value: T;
  dirty: boolean;
  /** Replaces some keys. */
  patch: (change: Partial<T>) => void;
  reset: () => void;
}

/** Starts from `stored` and follows it (a save, another person's change) as long as nothing was edited. */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edited, setEdited] = useState<T>();
  const value = edited ?? stored;
  return {
    value,
    dirty: edited !== undefined && JSON.stringify(edited) !== JSON.stringify(stored),
    patch: (change) => setEdited((now) => ({ ...(now ?? stored), ...change })),
    reset: () => setEdited(undefined),
  };
}
