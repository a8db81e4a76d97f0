import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
import { ApiError } from '../api/api.ts';

/** What people edit as it was at some moment, with its version then. Undefined: it was not there yet. */
export interface State<T> {
  value: T;
  version: number | undefined;
}

/** What is saved, and what its editing began from. */
export interface Edit<T> {
  value: T;
  base: State<T>;
}

/** Somebody else saved what was being edited, and nothing was written over. */
export interface Meeting<T> {
  base: T;
  mine: T;
  /** What is stored now; undefined: it was deleted. */
  theirs: State<T> | undefined;
  /** Who changed it since, the latest first. */
  changed: readonly ChangedMeanwhile[];
}

export interface SaveOver<T extends object, R> {
  /** Sends it with the version of what it is saved over. */
  save: (value: T, base: State<T>) => Promise<R>;
  /** What is stored now. */
  read: () => Promise<State<T> | undefined>;
  onMet: (meeting: Meeting<T>) => void;
  /** What of it counts, where that is not all of it. */
  contentOf?: (value: T) => object;
}

/** Somebody else saved meanwhile. Who saves is asked about it, so it is no failure to tell of. */
export const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'save.outdated';

/**
 * Saves unless somebody else saved since the editing began. Where they left nothing that differs, it is saved all the
 * same; otherwise `onMet` is told, and nothing is saved.
 */
export async function saveOver<T extends object, R>(
  { value, base }: Edit<T>,
  how: SaveOver<T, R>,
): Promise<R> {
  try {
    return await how.save(value, base);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    const { meet } = await import('./meet.ts');
    return meet({ value, base }, how, error);
  }
}
