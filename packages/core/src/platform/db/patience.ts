import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@tickets/contract/platform/errors';

/** Somebody who waits for what is asked of the database. */
export interface Caller {
  /** How long for a connection, and for each statement. */
  ms: number;
  /** Fires when they no longer wait. */
  gone?: AbortSignal | undefined;
  /** When they leave, even a short statement is given up at once and its connection closed, because it may hold locks. */
  ends_at_once?: boolean;
  /** Whose calls share a number of connections: a person, or an address of strangers. Undefined where nobody is known to call. */
  person_id?: string | undefined;
  /** The server of which they are staff. All its staff share a number of connections, too. */
  server_id?: string | undefined;
  /**
   * Who pressed or commanded something in Discord, and the server that it is about. Each shares a number of connections, too.
   * `heard_at`: when we heard of it, by `performance.now()`.
   */
  pressed?: { by: string; in: string | undefined; heard_at: number } | undefined;
}

const callers = new AsyncLocalStorage<Caller | undefined>();

/** In `work`, and in all that it starts, the database has so long for a connection and for each statement. */
export function withPatience<T>(ms: number, work: () => T): T {
  return withCaller({ ms }, work);
}

export const withCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** Runs work of the program itself, for which nobody waits, even where it was set off on a connection that a caller opened. */
export const withoutCaller = <T>(work: () => T): T => callers.run(undefined, work);

/** Undefined where nobody waits: what jobs and migrations do may take its time. */
export const callerNow = (): Caller | undefined => callers.getStore();

/** For what several callers wait for: it is as patient, but does not end with the one who asked first, nor take their place. */
export function forSeveral<T>(work: () => T): T {
  const caller = callers.getStore();
  return caller ? callers.run({ ms: caller.ms }, work) : work();
}

/** No statement reached the database, or no answer came back: what was asked may be done all the same. */
export class DatabaseUnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnreachableError';
  }
}

/** A statement got no answer in time: it waits for another, has much to read, or the database hangs. */
export class DatabaseSlowError extends DatabaseUnreachableError {
  override name = 'DatabaseSlowError';
}

/** Whoever asked has gone; nobody reads this. */
export class CallerGoneError extends Error {
  constructor() {
    super('Whoever asked has gone');
    this.name = 'CallerGoneError';
  }
}

/** What is left at least of a caller's patience after they waited for their turn. */
const msLeftMin = 500;

/**
 * Waits for a caller's turn as long as their patience lasts, and takes the wait off their patience for the database. Throws
 * `service.overloaded` where the turn does not come in time, and CallerGoneError where they leave.
 */
export async function waitForTurn(caller: Caller, turn: Promise<void>): Promise<void> {
  const began = performance.now();
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('service.overloaded')), caller.ms);
  const leave = () => reject(new CallerGoneError());
  if (caller.gone?.aborted) leave();
  else caller.gone?.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([turn, end]);
  } finally {
    clearTimeout(timer);
    caller.gone?.removeEventListener('abort', leave);
  }
  caller.ms = Math.max(msLeftMin, caller.ms - (performance.now() - began));
}

/**
 * Waits as long as the caller does, and throws `Late` after that. `gaveUp` runs when nobody waits any longer; `late` gets what
 * comes all the same. `since` tells since when the database has owed the answer, where they also wait for others, which is not
 * counted: undefined while it owes none. What is asked goes on for `lingerMs` after its caller has left: giving up costs more than
 * most answers do.
 */
export function inTime<T>(
  promise: Promise<T>,
  Late: new (message: string) => DatabaseUnreachableError,
  {
    gaveUp,
    late,
    since,
    lingerMs = 0,
  }: {
    gaveUp?: (error: CallerGoneError | DatabaseUnreachableError) => void;
    late?: (value: T) => void;
    since?: () => number | undefined;
    lingerMs?: number;
  },
): Promise<T> {
  const caller = callerNow();
  if (!caller) return promise;
  const { ms, gone } = caller;
  // One promise, because this is around each statement.
  return new Promise((resolve, reject) => {
    let isOver = false;
    let left: CallerGoneError | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    };
    const giveUp = (error: CallerGoneError | DatabaseUnreachableError) => {
      end();
      gaveUp?.(error);
      reject(error);
    };
    const timeOut = () => {
      const msLeft = since ? ms - (performance.now() - (since() ?? performance.now())) : 0;
      if (msLeft > 0) timer = setTimeout(timeOut, msLeft);
      else giveUp(new Late(`The database did not answer within ${ms} ms`));
    };
    let timer = setTimeout(timeOut, ms);
    const leave = () => {
      const error = new CallerGoneError();
      if (!lingerMs || caller.ends_at_once) return giveUp(error);
      left = error;
      clearTimeout(timer);
      timer = setTimeout(giveUp, lingerMs, error);
    };
    if (gone?.aborted) leave();
    else gone?.addEventListener('abort', leave, { once: true });
    promise.then(
      (value) => {
        if (isOver) return late?.(value);
        end();
        if (left) reject(left);
        else resolve(value);
      },
      (error: unknown) => {
        // Nobody waits for it any more.
        if (isOver) return;
        end();
        reject(error);
      },
    );
  });
}
