import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import type { TicketKey } from './find.ts';

/**
 * One worker at a time on the steps of a ticket, over all processes. The lock belongs to a connection, so it ends
 * with a killed process at once. A process keeps one connection for all of its locks: with one for each, work that
 * waits for Discord would empty the pool that the work itself needs.
 */
export async function withTicketLock<T>(
  ctx: Context,
  key: TicketKey,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  const session = sessions.get(ctx.db) ?? new LockSession(ctx.db);
  sessions.set(ctx.db, session);
  const name = `ticket:${key.guild_id}:${key.ticket_id}`;
  if (!(await session.tryLock(name))) return 'busy';
  try {
    return await work();
  } finally {
    await session.unlock(name);
  }
}

/** Advisory locks are re-entrant within a connection, so every pool has exactly one session. */
const sessions = new WeakMap<Db, LockSession>();

class LockSession {
  readonly #db: Db;
  readonly #held = new Set<string>();
  #connection: Promise<Db> | undefined;
  #release = () => {};

  constructor(db: Db) {
    this.#db = db;
  }

  async tryLock(name: string): Promise<boolean> {
    if (this.#held.has(name)) return false;
    this.#held.add(name);
    let locked = false;
    try {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`.execute(await this.#connect());
      locked = rows[0]?.locked ?? false;
      return locked;
    } finally {
      if (!locked) this.#leave(name);
    }
  }

  async unlock(name: string): Promise<void> {
    try {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(await this.#connect());
    } finally {
      this.#leave(name);
    }
  }

  #connect(): Promise<Db> {
    this.#connection ??= new Promise<Db>((resolve, reject) => {
      const work = (db: Db) =>
        new Promise<void>((release) => {
          this.#release = release;
          resolve(db);
        });
      this.#db
        .connection()
        .execute(work)
        .catch((error: unknown) => {
          this.#connection = undefined;
          reject(error);
        });
    });
    return this.#connection;
  }

  /** The last one out gives the connection back to the pool. */
  #leave(name: string): void {
    this.#held.delete(name);
    if (this.#held.size) return;
    this.#connection = undefined;
    this.#release();
  }
}
