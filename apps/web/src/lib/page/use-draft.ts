import { useCallback, useState } from 'react';

/** What is being edited, next to what is stored. `dirty` while the two differ. */
export interface Draft<T> {
  value: T;
  dirty: boolean;
  /** Replaces some keys. The function is the same on every render, so that a form can remember its sections. */
  patch: (change: Partial<T> | ((now: T) => Partial<T>)) => void;
  reset: () => void;
}

/** Starts from `stored` and follows it (a save, another person's change) as long as nothing was edited. */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edited, setEdited] = useState<T>();
  const value = edited ?? stored;
  const patch = useCallback<Draft<T>['patch']>(
    (change) =>
      setEdited((now = stored) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) })),
    [stored],
  );
  return {
    value,
    dirty: edited !== undefined && JSON.stringify(edited) !== JSON.stringify(stored),
    patch,
    reset: useCallback(() => setEdited(undefined), []),
  };
}
