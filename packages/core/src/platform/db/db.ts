import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { LostConnections } from './lost-connections.ts';
import { type OutageListener, type PoolFigures, PoolWatch } from './pool-figures.ts';
import { noteBeginnings, preparing, type StatementNames } from './prepared.ts';
import type { DB } from './schema.generated.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/**
 * A statement that runs longer has run away: nothing but the work of jobs takes minutes, and whoever waits for an answer gives up
 * after seconds (`patience.ts`). 0: it may take its time, as a migration may.
 */
const workMsMax = 15 * 60_000;
const CONNECT_MS_MAX = 20_000;
/** So much later than the server ends a statement, nothing comes any more: the connection leads nowhere. */
const answerMsMax = 5_000;
/**
 * A transaction hardly ever waits for anything but the database. If it is idle for longer, its process hangs or its machine has lost
 * power, and PostgreSQL might hold its locks for hours before it notices.
 */
const idleInTransactionMsMax = 10_000;
/** The system would ask after two hours. A server that went without a word while it worked is noticed by this alone. */
const KEEP_ALIVE_MS = 10_000;

/** The job runner and the locks hold one each as long as they run. */
const keptAtRest = 5;

/** A pool of connections. `url` is a postgres: address; bigint columns arrive as strings, because Discord ids do. */
export function createPool(
  url: string,
  { max = 10, statementMsMax = workMsMax }: { max?: number; statementMsMax?: number } = {},
): pg.Pool {
  const config: pg.ClientConfig = {
    connectionString: url,
    // Of a server that is gone without a word, so that nobody waits in line behind it for ever.
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(statementMsMax > 0 && { query_timeout: statementMsMax + answerMsMax }),
    application_name: 'tickets',
  };
  const lost = new LostConnections(config);
  const pool = new pg.Pool({
    ...config,
    max,
    // A server that is nearly full would not give them again.
    min: Math.min(max, keptAtRest),
    onConnect: (client) =>
      lost.watch(client, {
        statement_timeout: String(statementMsMax),
        idle_in_transaction_session_timeout: String(idleInTransactionMsMax),
        // Nobody tries again what a stricter one refuses.
        default_transaction_isolation: 'read committed',
        // A statement takes one core, so that whoever may run four at once takes no more than four.
        max_parallel_workers_per_gather: '0',
      }),
  });
  pool.on('acquire', (client) => lost.rests(client, false));
  pool.on('release', (_, client) => lost.rests(client, true));
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks while someone uses it fails their query, and tells its own listeners as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  noteBeginnings(pool);
  return pool;
}

/** `names`: of the statements that the pool's connections have prepared for others, when it had a user before. */
export function createDb(pool: pg.Pool, names?: StatementNames): Db {
  const watch = new PoolWatch(pool);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool, watch, names) }) });
  watches.set(db, watch);
  return db;
}

const watches = new WeakMap<Db, PoolWatch>();

/** Calls the listener when the database goes away or takes no changes any more, and when that ends; never for what is not a database by itself. */
export const onOutage = (db: Db, listener: OutageListener): void => watches.get(db)?.onOutage(listener);

/**
 * Lets a transaction that also waits for a storage or an archive be idle for this long. It keeps its locks meanwhile, even if its
 * machine has lost power.
 */
export async function letStandStill(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`.execute(tx);
}

/** Undefined for what is not a database by itself, such as one that counts statements. */
export const poolFigures = (db: Db): PoolFigures | undefined => watches.get(db)?.figures();
