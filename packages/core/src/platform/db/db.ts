import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing, type StatementNames } from './prepared.ts';
import type { DB } from './schema.generated.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const CONNECT_MS_MAX = 20_000;

/** A pool of connections. `url` is a postgres: address; bigint columns arrive as strings, because Discord ids do. */
export function createPool(url: string, { max = 10 }: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Of a server that is gone without a word, so that nobody waits in line behind it for ever.
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'tickets',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks while someone uses it fails their query, and tells its own listeners as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** `names`: of the statements that the pool's connections have prepared for others, when it had a user before. */
export function createDb(pool: pg.Pool, names?: StatementNames): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool, names) }) });
}
