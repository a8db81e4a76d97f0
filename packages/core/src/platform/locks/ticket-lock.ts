import { setTimeout } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
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

class LockDesk {
  readonly queues = new Map<string, Promise<void>>();
  readonly #db: Db;
  #held = 0;
  #connection: Promise<Kysely<DB>> | undefined;
  #release: (() => void) | undefined;
  /** A connection answers one statement at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  async locked<T>(key: string, work: () => Promise<T>): Promise<{ busy: true } | { busy: false; value: T }> {
    this.#held += 1;
    try {
      const connection = await this.#open();
      const got = await this.#ask<{ got: boolean }>(
        connection,
        sql`select pg_try_advisory_lock(hashtextextended(${key}, 0)) as got`,
      );
      if (!got?.got) return { busy: true };
      try {
        return { busy: false, value: await work() };
      } finally {
        await this.#ask(connection, sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`);
      }
    } finally {
      this.#held -= 1;
      if (this.#held === 0) this.#close();
    }
  }

  #ask<R>(connection: Kysely<DB>, query: ReturnType<typeof sql>): Promise<R | undefined> {
    const answer = this.#turn.then(async () => (await query.execute(connection)).rows[0] as R | undefined); // the caller names its row
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  #open(): Promise<Kysely<DB>> {
    this.#connection ??= new Promise((resolve, reject) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      this.#release = release;
      this.#db
        .connection()
        .execute((connection) => {
          resolve(connection);
          return released;
        })
        .catch((error: unknown) => {
          this.#close();
          reject(error);
        });
    });
    return this.#connection;
  }

  #close(): void {
    this.#release?.();
    this.#release = undefined;
    this.#connection = undefined;
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
