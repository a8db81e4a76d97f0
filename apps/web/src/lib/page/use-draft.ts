import { useCallback, useMemo, useState } from 'react';
import type { State } from '../meanwhile/edits.ts';
import { findUnsaved, useKeepUnsaved, useUnsavedPlace } from './unsaved.ts';

interface Edited<T> {
  value: T;
  base: State<T>;
}

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

/**
 * Starts from `stored` and follows it (a save, another person's change) as long as nothing was edited. Where the session
 * ends meanwhile, what was edited is there again after sign-in; `keepable` takes out of it what no browser may keep.
 */
export function useDraft<T extends object>(
  stored: T,
  version?: number,
  keepable: (edited: T, begun: T) => Partial<T> = (edited) => edited,
): Draft<T> {
  const latest = useMemo<State<T>>(() => ({ value: stored, version }), [stored, version]);
  const place = useUnsavedPlace();
  const [found] = useState(() => findUnsaved<Edited<Partial<T>>>(place));
  const [edited, setEdited] = useState(found && withRest(found, stored));
  const isEdited = edited !== undefined && isOther(edited, latest);
  const { value, base } = isEdited ? edited : { value: stored, base: latest };
  const kept = useMemo(
    () =>
      isEdited
        ? { value: keepable(value, base.value), base: { ...base, value: keepable(base.value, base.value) } }
        : undefined,
    [isEdited, base, value, keepable],
  );
  useKeepUnsaved(place, kept, found !== undefined);
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

/** Fills in what was not kept, and what the program has come to know meanwhile. */
function withRest<T extends object>({ value, base }: Edited<Partial<T>>, stored: T): Edited<T> {
  return { value: { ...stored, ...value }, base: { ...base, value: { ...stored, ...base.value } } };
}

/** Whether saving what was edited would change anything. */
function isOther<T>({ value, base }: Edited<T>, latest: State<T>): boolean {
  const text = JSON.stringify(value);
  return text !== JSON.stringify(base.value) && text !== JSON.stringify(latest.value);
}
