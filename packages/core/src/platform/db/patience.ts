import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

/** In `work`, and in all that it starts, the database has so long for a connection and for each statement. */
export function withPatience<T>(ms: number, work: () => T): T {
  return patience.run(ms, work);
}

/** Undefined where nobody waits: what jobs and migrations do may take its time. */
export const patienceMs = (): number | undefined => patience.getStore();

/** No statement reached the database, or no answer came back: what was asked may be done all the same. */
export class DatabaseUnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnreachableError';
  }
}

/** `late` gets what comes when nobody waits for it any more. */
export async function inTime<T>(promise: Promise<T>, late: (value: T) => void): Promise<T> {
  const ms = patienceMs();
  if (ms === undefined) return promise;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reject(new DatabaseUnreachableError(`The database did not answer within ${ms} ms`));
  }, ms);
  promise.then(
    (value) => isLate && late(value),
    () => undefined,
  );
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
