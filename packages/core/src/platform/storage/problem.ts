import { AppError } from '@tickets/contract/platform/errors';
import type { Logger } from 'pino';

/** `denied`: the bucket says no. `unreachable`: it does not answer, or breaks off. `damaged`: other bytes than were stored, or none that can be read. */
export type StorageTrouble = 'denied' | 'unreachable' | 'damaged';

/** Storage did not do what was asked of it. Its text is for the log and whoever runs the program. */
export class StorageProblem extends Error {
  readonly trouble: StorageTrouble;
  /** Of the file that is damaged. */
  readonly key: string | undefined;

  constructor(trouble: StorageTrouble, text: string, options: ErrorOptions & { key?: string } = {}) {
    super(text, options);
    this.trouble = trouble;
    this.key = options.key;
  }
}

/** The problem of storage that an error is, or that caused it. */
export function storageProblem(error: unknown): StorageProblem | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof StorageProblem) return at;
  return undefined;
}

/** How many files may turn out to be damaged while one thing is made of them: more of them mean that storage itself is broken. */
export const damagedMax = 20;

/** Does what reads many stored files, once more without each that turns out to be damaged. `work` gets their keys. */
export async function withoutDamaged<T>(
  { log }: { log: Logger },
  work: (damaged: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const damaged = new Set<string>();
  for (;;)
    try {
      return await work(damaged);
    } catch (error) {
      const key = storageProblem(error)?.key;
      if (key === undefined || damaged.has(key) || damaged.size === damagedMax) throw error;
      log.error({ err: error }, 'a damaged file is left out');
      damaged.add(key);
    }
}

/** What a person is told when storage keeps us from working; undefined for every other error. */
export function toldOfStorage(error: unknown): AppError | undefined {
  const problem = storageProblem(error);
  return problem && new AppError(`storage.${problem.trouble}`, { cause: error });
}
