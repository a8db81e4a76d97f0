import { useCallback, useMemo, useState } from 'react';
import type { State } from '../meanwhile/save-over.ts';

/** What is being edited, next to what is stored. `dirty` while the two differ. */
export interface Draft<T> {
  value: T;
  dirty: boolean;
  /** What the editing began from. It stays when somebody else saves meanwhile. */
  base: State<T>;
  /** Replaces some keys. The function is the same on every render, so that a form can remember its sections. */
  patch: (change: Partial<T> | ((now: T) => Partial<T>)) => void;
  /** Goes on editing as if it had begun from another state. */
  rebase: (base: State<T>, value: T) => void;
  reset: () => void;
}

/** Starts from `stored` and follows it (a save, another person's change) as long as nothing was edited. */
export function useDraft<T extends object>(stored: T, version?: number): Draft<T> {
  const latest = useMemo<State<T>>(() => ({ value: stored, version }), [stored, version]);
  const [edited, setEdited] = useState<{ value: T; base: State<T> }>();
  const isEdited = edited !== undefined && isOther(edited, latest);
  const { value, base } = isEdited ? edited : { value: stored, base: latest };
  const patch = useCallback<Draft<T>['patch']>(
    (change) =>
      setEdited((before) => {
        const now = before && isOther(before, latest) ? before : { value: latest.value, base: latest };
        const changed = typeof change === 'function' ? change(now.value) : change;
        return { ...now, value: { ...now.value, ...changed } };
      }),
    [latest],
  );
  return {
    value,
    dirty: isEdited,
    base,
    patch,
    rebase: useCallback((onto: State<T>, next: T) => setEdited({ value: next, base: onto }), []),
    reset: useCallback(() => setEdited(undefined), []),
  };
}

/** Whether saving what was edited would change anything. */
function isOther<T>({ value, base }: { value: T; base: State<T> }, latest: State<T>): boolean {
  const text = JSON.stringify(value);
  return text !== JSON.stringify(base.value) && text !== JSON.stringify(latest.value);
}
