import { setTimeout } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Db } from '../db/db.ts';
import { isAway } from '../db/outage.ts';
import { type Caller, CallerGoneError, DatabaseSlowError, inTime, withCaller } from '../db/patience.ts';
import type { DB } from '../db/schema.generated.ts';

/**
 * Runs `work` while nobody else, in this process or another one on the same database, runs work under the same key.
 * Callers in one process wait for each other. When another process holds the key, answers `busy` without running.
 *
 * The lock is PostgreSQL's session lock, so a killed process frees its keys at once. All keys of a process are held
 * by one connection: work talks to Discord for seconds, and a connection for each would drain the pool. Where that connection ends
 * while work goes on, the key is locked over another one, before another process has it if it can be.
 */
export function withLock<T>(
  db: Db,
  key: string,
  work: () => Promise<T>,
): Promise<{ busy: true } | { busy: false; value: T }> {
  return deskOf(db).locked(key, work);
}

/** Whether no process runs work under the key of a row: what the key begins with, and the column that it ends with. */
export const unlocked = (
  begins: string,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(${begins}::text || ${column}, 0))`;

const patience = { tries: 20, pause_ms: 250 };

/** Runs `work` under a key for someone who waits; another process may be at it for a moment. */
export async function inTurn<T>(db: Db, key: string, work: () => Promise<T>): Promise<T> {
  for (let tries = patience.tries; tries > 0; tries -= 1) {
    const done = await withLock(db, key, work);
    if (!done.busy) return done.value;
    await setTimeout(patience.pause_ms);
  }
  throw new AppError('request.rate_limited');
}

/** The one in which a ticket is moved from state to state. */
export const ticketLock = (guild_id: string, ticket_id: number) => `ticket:${guild_id}:${ticket_id}`;

/** Those in this process who lock one key after each other. */
interface Queue {
  last: Promise<void>;
  /** Since when the database has owed the first of them an answer. Undefined while that one works. */
  askedAt: number | undefined;
}

/** The locks of one process on one database. */
class LockDesk {
  readonly #queues = new Map<string, Queue>();
  readonly #db: Db;
  #connection: LockConnection | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async locked<T>(key: string, work: () => Promise<T>): Promise<{ busy: true } | { busy: false; value: T }> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), askedAt: undefined };
    this.#queues.set(key, queue);
    const before = queue.last;
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    queue.last = mine;
    const leave = () => {
      resolve();
      if (queue.last === mine) this.#queues.delete(key);
    };
    let isWanted = true;

    const lock = async () => {
      await before;
      let connection: LockConnection | undefined;
      try {
        queue.askedAt ??= performance.now();
        connection = await this.#lock(key, () => isWanted);
        // Whoever gave up got no answer: the next one has waited as long.
        if (isWanted) queue.askedAt = undefined;
        return connection;
      } finally {
        if (!connection) leave();
      }
    };
    const unlock = (connection: LockConnection) => {
      queue.askedAt ??= performance.now();
      const unlocking = connection.unlock(key).finally(() => {
        queue.askedAt = undefined;
        leave();
      });
      return untilGivenUp(unlocking);
    };

    const connection = await inTime(lock(), DatabaseSlowError, {
      since: () => queue.askedAt,
      gaveUp: () => {
        isWanted = false;
      },
      late: (late) => late && void unlock(late),
    });
    if (!connection) return { busy: true };
    const held = this.#keep(key, connection);
    try {
      return { busy: false, value: await work() };
    } finally {
      await unlock(held.letGo());
    }
  }

  /** Keeps a key locked while somebody works under it. */
  #keep(key: string, first: LockConnection): { letGo(): LockConnection } {
    let connection = first;
    const over = new AbortController();
    const isWorking = () => !over.signal.aborted;
    const lockAnew = async () => {
      while (isWorking()) {
        const next = await this.#lock(key, isWorking).catch((error: unknown) => {
          if (!isAway(error)) throw error;
          return undefined; // asked again, for as long as there is work
        });
        if (next && !isWorking()) return untilGivenUp(next.unlock(key));
        if (next) return watch(next);
        await setTimeout(patience.pause_ms);
      }
    };
    const watch = (one: LockConnection) => {
      connection = one;
      one.onceEnded(
        over.signal,
        () => void lockAnew().catch((error: unknown) => process.emitWarning(String(error), 'LockWarning')),
      );
    };
    watch(first);
    return {
      letGo() {
        over.abort();
        return connection;
      },
    };
  }

  /** The connection that holds the lock; undefined where another process has it, or nobody wants it any more. */
  async #lock(key: string, isWanted: () => boolean): Promise<LockConnection | undefined> {
    for (let tries = 1; isWanted(); tries += 1) {
      const connection = this.#current();
      try {
        return (await connection.lock(key, isWanted)) ? connection : undefined;
      } catch (error) {
        // It broke after it was opened, or is silent. Then another one is opened, as long as that may be why.
        if (tries === triesMax || !connection.isOpen || !isAway(error)) throw error;
      }
    }
    return undefined;
  }

  #current(): LockConnection {
    if (!this.#connection?.isGood) this.#connection = new LockConnection(this.#db);
    return this.#connection;
  }
}

/** The work is done, so nothing fails for it: the key is free when the database answers, or when the connection has ended. */
async function untilGivenUp(unlocking: Promise<void>): Promise<void> {
  try {
    await inTime(unlocking, DatabaseSlowError, {});
  } catch (error) {
    if (!isAway(error) && !(error instanceof CallerGoneError)) throw error;
  }
}

/** Whoever has patience gives up before; a pooler in front may let everybody in while the database behind it is gone. */
const triesMax = 10;
/** A connection that does not answer for so long locks nothing more. Callers of the API wait a little longer, for another one. */
const silentMs = 3_000;
/**
 * PostgreSQL ends the connection after so long without a word, and frees its keys: its machine may be gone without one. While there are
 * keys, it says something much more often, and learns by that when its connection has ended.
 */
const wordless = '10s';
const wordEveryMs = 500;
/** What it was asked while others work under its locks may be answered so late, as what jobs ask. */
const answerMsMax = 15 * 60_000;

/**
 * A connection that holds locks, out of the pool while somebody asks for one or has one. What it is asked is not given up with
 * those who asked: it would have to end with the locks of all others, or keep a key that nobody lets go.
 */
class LockConnection {
  isOpen = false;
  #users = 0;
  /** Locks under which somebody works. */
  #working = 0;
  #isSilent = false;
  readonly #opened = Promise.withResolvers<Kysely<DB>>();
  readonly #released = Promise.withResolvers<void>();
  readonly #ended = new AbortController();
  /** Nobody in particular: all who lock wait for it, and it outlasts the call of whoever came first. */
  readonly #caller: Caller = { ms: answerMsMax, gone: this.#ended.signal, ends_at_once: true };
  /** A connection answers one statement at a time. */
  readonly #inTurn = pLimit(1);

  constructor(db: Db) {
    withCaller(this.#caller, () =>
      db.connection().execute(async (connection) => {
        this.isOpen = true;
        this.#opened.resolve(connection);
        const words = setInterval(() => void this.#saySomething(), wordEveryMs);
        await this.#released.promise;
        clearInterval(words);
      }),
    ).catch((error: unknown) => {
      this.#end(error);
      this.#opened.reject(error);
    });
  }

  /** Whether more may be locked over it. */
  get isGood(): boolean {
    return !this.#isSilent && !this.#ended.signal.aborted;
  }

  onceEnded(unless: AbortSignal, listener: () => void): void {
    const { signal } = this.#ended;
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true, signal: unless });
  }

  /** Without keys the pool has it back, as one that may stand still. */
  get #hasOthers(): boolean {
    return this.#users > 1;
  }

  async lock(key: string, isWanted: () => boolean): Promise<boolean> {
    this.#users += 1;
    let isLocked = false;
    try {
      isLocked = await this.#ask(
        () => sql`
          with asked as materialized (select pg_try_advisory_lock(hashtextextended(${key}, 0)) as answer)
          select answer, set_config('idle_session_timeout',
            case when answer or ${this.#hasOthers}::boolean then ${wordless}::text else '0' end, false) from asked`,
        isWanted,
      );
    } finally {
      if (isLocked) this.#working += 1;
      else this.#leave();
    }
    return isLocked;
  }

  async unlock(key: string): Promise<void> {
    this.#working -= 1;
    try {
      await this.#ask(
        () => sql`select pg_advisory_unlock(hashtextextended(${key}, 0)) as answer,
          set_config('idle_session_timeout', ${this.#hasOthers ? wordless : '0'}, false)`,
      );
    } finally {
      this.#leave();
    }
  }

  async #saySomething(): Promise<void> {
    if (this.#inTurn.pendingCount || this.#inTurn.activeCount) return;
    await this.#ask(() => sql`select true as answer`).catch((error: unknown) => this.#end(error));
  }

  #ask(question: () => RawBuilder<{ answer: boolean }>, isWanted = () => true): Promise<boolean> {
    return this.#inTurn(async () => {
      const connection = await this.#opened.promise;
      this.#ended.signal.throwIfAborted();
      if (!isWanted()) return false;
      const watch = setInterval(() => this.#isStillSilent(), silentMs);
      try {
        const query = question();
        const { rows } = await withCaller(this.#caller, () => query.execute(connection));
        this.#isSilent = false;
        return rows[0]?.answer ?? false;
      } catch (error) {
        if (isAway(error)) this.#end(error);
        this.#ended.signal.throwIfAborted();
        throw error;
      } finally {
        clearInterval(watch);
      }
    });
  }

  #isStillSilent(): void {
    this.#isSilent = true;
    if (!this.#working) this.#end(new DatabaseSlowError(`The database did not answer within ${silentMs} ms`));
  }

  #leave(): void {
    this.#users -= 1;
    if (!this.#users) this.#end();
  }

  /** What it has not answered fails with the reason, and the pool throws it away then: PostgreSQL frees its keys. */
  #end(reason?: unknown): void {
    this.#ended.abort(reason);
    void this.#inTurn(() => this.#released.resolve());
  }
}

const desks = new WeakMap<Db, LockDesk>();

function deskOf(db: Db): LockDesk {
  let desk = desks.get(db);
  if (!desk) {
    desk = new LockDesk(db);
    desks.set(db, desk);
  }
  return desk;
}
