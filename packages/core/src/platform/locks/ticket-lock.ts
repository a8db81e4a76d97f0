import { setTimeout } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Db } from '../db/db.ts';
import { isAway } from '../db/outage.ts';
import { forSeveral } from '../db/patience.ts';
import type { DB } from '../db/schema.generated.ts';

/**
 * Runs `work` while nobody else, in this process or another one on the same database, runs work under the same key.
 * Callers in one process wait for each other. When another process holds the key, answers `busy` without running.
 *
 * The lock is PostgreSQL's session lock, so a killed process frees its keys at once. All keys of a process are held
 * by one connection: work talks to Discord for seconds, and a connection for each would drain the pool.
 */
export async function withLock<T>(
  db: Db,
  key: string,
  work: () => Promise<T>,
): Promise<{ busy: true } | { busy: false; value: T }> {
  const desk = deskOf(db);
  const before = desk.queues.get(key) ?? Promise.resolve();
  const { promise: mine, resolve: leave } = Promise.withResolvers<void>();
  const queue = before.then(() => mine);
  desk.queues.set(key, queue);
  await before;
  try {
    return await desk.locked(key, work);
  } finally {
    leave();
    if (desk.queues.get(key) === queue) desk.queues.delete(key);
  }
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

/** The locks of one process on one database. */
class LockDesk {
  readonly queues = new Map<string, Promise<void>>();
  readonly #db: Db;
  #connection: LockConnection | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async locked<T>(key: string, work: () => Promise<T>): Promise<{ busy: true } | { busy: false; value: T }> {
    const connection = await this.#lock(key);
    if (!connection) return { busy: true };
    try {
      return { busy: false, value: await work() };
    } finally {
      await this.#unlock(connection, key);
    }
  }

  /** The connection that holds the lock; undefined where another process has it. */
  async #lock(key: string): Promise<LockConnection | undefined> {
    const before = this.#connection;
    const connection = this.#take();
    try {
      if (
        await connection.ask(
          sql<{ answer: boolean }>`select pg_try_advisory_lock(hashtextextended(${key}, 0)) as answer`,
        )
      )
        return connection;
    } catch (error) {
      this.#giveUp(connection);
      // It may have broken since it was opened, while others hold it. Then another one is opened.
      if (connection === before && isAway(error)) return this.#lock(key);
      throw error;
    }
    this.#leave(connection);
    return undefined;
  }

  async #unlock(connection: LockConnection, key: string): Promise<void> {
    try {
      await connection.ask(
        sql<{ answer: boolean }>`select pg_advisory_unlock(hashtextextended(${key}, 0)) as answer`,
      );
    } catch (error) {
      // Its locks ended with it.
      if (!isAway(error)) throw error;
      this.#forget(connection);
    } finally {
      this.#leave(connection);
    }
  }

  #take(): LockConnection {
    this.#connection ??= new LockConnection(this.#db);
    this.#connection.holders += 1;
    return this.#connection;
  }

  #leave(connection: LockConnection): void {
    connection.holders -= 1;
    if (connection.holders) return;
    this.#forget(connection);
    connection.release();
  }

  #giveUp(connection: LockConnection): void {
    this.#forget(connection);
    this.#leave(connection);
  }

  /** Nothing more is locked over it. */
  #forget(connection: LockConnection): void {
    if (this.#connection === connection) this.#connection = undefined;
  }
}

/** A connection that holds locks, out of the pool until it is released. Whoever makes one asks at once, and is told if it does not open. */
class LockConnection {
  holders = 0;
  readonly #opened = Promise.withResolvers<Kysely<DB>>();
  readonly #released = Promise.withResolvers<void>();
  /** A connection answers one statement at a time. */
  readonly #inTurn = pLimit(1);

  constructor(db: Db) {
    // All who lock wait for it, and it outlasts the call of whoever came first.
    forSeveral(() =>
      db.connection().execute((connection) => {
        this.#opened.resolve(connection);
        return this.#released.promise;
      }),
    ).catch(this.#opened.reject);
  }

  ask(query: RawBuilder<{ answer: boolean }>): Promise<boolean> {
    return this.#inTurn(async () => {
      const { rows } = await query.execute(await this.#opened.promise);
      return rows[0]?.answer ?? false;
    });
  }

  release(): void {
    this.#released.resolve();
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
