import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
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
