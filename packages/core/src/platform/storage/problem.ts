import { AppError } from '@tickets/contract/platform/errors';

/** `denied`: the bucket says no. `unreachable`: it does not answer, or breaks off. `damaged`: other bytes than were stored. */
export type StorageTrouble = 'denied' | 'unreachable' | 'damaged';

/** Storage did not do what was asked of it. Its text is for the log and whoever runs the program. */
export class StorageProblem extends Error {
  readonly trouble: StorageTrouble;

  constructor(trouble: StorageTrouble, text: string, options?: ErrorOptions) {
    super(text, options);
    this.trouble = trouble;
  }
}

/** The problem of storage that an error is, or that caused it. */
export function storageProblem(error: unknown): StorageProblem | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof StorageProblem) return at;
  return undefined;
}

/** What a person is told when storage keeps us from working; undefined for every other error. */
export function toldOfStorage(error: unknown): AppError | undefined {
  const problem = storageProblem(error);
  return problem && new AppError(`storage.${problem.trouble}`, { cause: error });
}
