import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Session, sessionInWords, whileWatched } from './blocked.ts';
import { createPool } from './db.ts';
import { isAway } from './outage.ts';
import { withOwnConnection } from './own-connection.ts';
import { requireServerVersion } from './server-version.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any number that nothing else in the database locks. */
export const lockKey = 7_214_009;
const LOOK_MS = 500;
/** How long to wait for somebody else who changes the schema, or uses a table that is to change. */
const LOCK_MS_MAX = 15 * 60_000;

export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return {
        version: Number(name.slice(0, 4)),
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

/** The version that a fully migrated database has. */
export function newestMigration(): number {
  return readMigrations().at(-1)?.version ?? 0;
}

/** Whether these migrations make the schema that this program works on, and no other. */
export function isNewestSchema(applied: readonly AppliedMigration[]): boolean {
  const known = readMigrations();
  return (
    applied.length === known.length && known.every(({ checksum }, at) => checksum === applied[at]?.checksum)
  );
}

/** The database was written by a newer program; running on it could destroy data. */
export class NewerSchemaError extends Error {
  constructor(found: number, known: number) {
    super(
      `The database is at schema ${found}, but this program knows only up to ${known}. ` +
        'Start the newer program again, or restore a backup that was made before it ran.',
    );
    this.name = 'NewerSchemaError';
  }
}

/** Somebody else changes the schema, or uses a table that is to change, for longer than anybody waits. */
export class SchemaBusyError extends Error {
  override readonly name = 'SchemaBusyError';
}

/** A migration has other contents than when it ran here, or is unknown: the database is of another program. */
export class ForeignSchemaError extends Error {
  override readonly name = 'ForeignSchemaError';
}

/** The tables are in a schema in which the program does not look for them, or another program has its own there. */
export class TablesElsewhereError extends Error {
  override readonly name = 'TablesElsewhereError';
}

/** A migration failed, and with it all that were to run: the schema is what it was. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  readonly migration: string;
  readonly from: number;
  readonly to: number;

  constructor(migration: string, { from, to }: { from: number; to: number }, cause: unknown) {
    super(`Migration ${migration} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.migration = migration;
    this.from = from;
    this.to = to;
  }
}

/** All migrations ran, and the connection broke before the database confirmed them. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';

  constructor(cause: unknown) {
    super(
      'The connection to the database broke while the upgrade was being finished. Start this version again: it finds out whether the ' +
        'upgrade is there, and goes on.',
      { cause },
    );
  }
}

/** The connection on which the schema is changed. */
export type SchemaClient = pg.Client;

export interface Upgrade {
  from: number;
  to: number;
  pending: string[];
}

export interface AloneOptions {
  /** Called once when another program changes the schema, which is waited for; `who` has the lock. Not while it only looks. */
  onWait?: (who: string) => void;
  /** After this time it is not waited for any longer. */
  lock_ms_max?: number;
  /** Asked while it is waited for; what it throws ends the wait. */
  goOn?: () => void;
}

export interface MigrateOptions extends AloneOptions {
  /** Called before a schema that is there already is changed, while everybody else waits. What it throws ends it. */
  before?: (upgrade: Upgrade, client: pg.Client) => Promise<void>;
  /** The same before an empty database gets its schema. */
  beforeFirst?: (client: pg.Client) => Promise<void>;
  /** Called once when a table that is to change is in use by others, whose end is waited for, as long as for the schema. */
  onBlocked?: (who: string) => void;
  /** The last version to go to; the newest when left out. For what stands in an older schema. */
  to?: number;
}

/** The schema is the newest, and stays so; what jobs are kept in could not be brought up to date. */
export class JobsNotPrepared extends Error {
  override readonly name = 'JobsNotPrepared';
}

/**
 * Brings the database at `url` to the newest schema, in one transaction: an upgrade that fails, or is killed, leaves the schema
 * that the older program knows. Several programs may start at once: one migrates, the others wait. Returns the names of the
 * migrations that it ran.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return alone(
    url,
    async (client) => {
      const ran = await applyAll(url, client, options);
      try {
        await migrateJobs(url);
      } catch (cause) {
        // Nothing that was written before is taken back by this.
        if (!ran.length) throw cause;
        throw new JobsNotPrepared(
          `The database is at the newest schema, but the queue of jobs could not be prepared. Start the program again. The reason: ${(cause as Error).message}`,
          { cause },
        );
      }
      return ran;
    },
    options,
  );
}

/** Runs `work` on a connection while nobody else changes the schema of the database at `url`. */
export async function alone<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: AloneOptions = {},
): Promise<T> {
  return withOwnConnection({ connectionString: url, application_name: 'tickets migrate' }, async (client) => {
    await requireServerVersion(client);
    await waitForLock(client, options);
    return work(client);
  });
}

/** Programs of one version that start at once hold the lock one after another, and change nothing. */
const LOOKS_WITHIN_MS = 5_000;

async function waitForLock(
  client: pg.Client,
  { onWait, lock_ms_max = LOCK_MS_MAX, goOn }: AloneOptions,
): Promise<void> {
  const begun = performance.now();
  const giveUpAt = begun + lock_ms_max;
  let isSaid = false;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      lockKey,
    ]);
    if (rows[0]?.got) return;
    const who = await holderOfLock(client);
    if (performance.now() > giveUpAt)
      throw new SchemaBusyError(
        `Another program has been changing the schema of this database for ${Math.round(lock_ms_max / 1000)} s (${who}). ` +
          'Wait for its end, or stop it, and start again. If it is gone and its connection stands still, end that with pg_terminate_backend.',
      );
    if (!isSaid && performance.now() - begun >= LOOKS_WITHIN_MS) {
      onWait?.(who);
      isSaid = true;
    }
    await sleep(LOOK_MS);
    goOn?.();
  }
}

async function holderOfLock(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Session>(
    `select l.pid, coalesce(host(a.client_addr), 'this machine') as at, a.backend_start as since
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lockKey],
  );
  return rows[0] ? sessionInWords(rows[0]) : 'its connection has just ended';
}

/** The tables of the library that works off jobs. */
export async function migrateJobs(url: string): Promise<void> {
  // Ours also hears what happens to connections after the library has let go of them.
  const pool = createPool(url, { max: 1, statementMsMax: 0 });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

/** What ran on a database, oldest first; nothing where it is empty. Throws where the tables are in another schema than `public`. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ is_there: boolean; is_ours: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is_there, exists (select from pg_attribute
      where attrelid = to_regclass('public.schema_migrations') and attname = 'checksum') as is_ours`,
  );
  const { is_there = false, is_ours = false } = found[0] ?? {};
  if (!is_ours) {
    await requireNoneElsewhere(client);
    if (is_there)
      throw new TablesElsewhereError(
        'Another program keeps its tables in the schema public of this database, and has one called schema_migrations. Nothing was changed. ' +
          'Make a database for this program alone, and name it in DATABASE_URL.',
      );
    return [];
  }
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from public.schema_migrations order by version',
  );
  return rows;
}

/**
 * Makes the schema that another database has, by the same migrations and nothing else, inside a transaction of the caller's.
 * Throws when this program does not know one of them.
 */
export async function applyTheSame(
  client: pg.ClientBase,
  wanted: readonly AppliedMigration[],
): Promise<void> {
  const known = new Map(readMigrations().map((migration) => [migration.version, migration]));
  const newest = newestMigration();
  const last = wanted.at(-1)?.version ?? 0;
  if (last > newest) throw new NewerSchemaError(last, newest);
  await client.query(createList);
  for (const { version, name, checksum } of wanted) {
    const migration = known.get(version);
    if (migration?.checksum !== checksum)
      throw new ForeignSchemaError(`This program does not know migration ${name} as it ran there.`);
    await run(client, migration);
  }
}

const createList = `create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`;

async function run(client: pg.ClientBase, { version, name, checksum, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
}

async function applyAll(
  url: string,
  client: pg.Client,
  { before, beforeFirst, onBlocked, lock_ms_max = LOCK_MS_MAX, to = Infinity }: MigrateOptions,
): Promise<string[]> {
  const { from, newest, pending } = await whatIsPending(client, to);
  if (!pending.length) return [];
  const upgrade = { from, to: Math.min(newest, to), pending: pending.map(({ name }) => name) };
  if (from) await before?.(upgrade, client);
  else await beforeFirst?.(client);
  await whileWatched(url, client, onBlocked, async (blockers) => {
    await client.query('begin');
    let isComplete = false;
    try {
      await client.query(`set local lock_timeout = ${lock_ms_max}`);
      await runAll(client, pending, upgrade);
      isComplete = true;
      await client.query('commit');
    } catch (error) {
      if (isComplete && isAway(error)) throw new CommitUnanswered(error);
      // A connection that broke has rolled back by itself, and what broke it is the error.
      await client.query('rollback').catch(() => undefined);
      if (!(error instanceof MigrationFailed && isLockTimeout(error.cause))) throw error;
      const busy = new SchemaBusyError(
        `For ${Math.round(lock_ms_max / 1000)} s it waited for a table that others use (${blockers() ?? 'they were not seen'}). ` +
          'Wait for their end, or end them, as with select pg_terminate_backend(<process>), and start again.',
        { cause: error.cause },
      );
      throw new MigrationFailed(error.migration, upgrade, busy);
    }
  });
  return upgrade.pending;
}

/** lock_not_available */
export const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Runs migrations inside a transaction of the caller's, with `before` in front of each. Throws `MigrationFailed`. */
export async function runAll(
  client: pg.Client,
  pending: readonly Migration[],
  upgrade: { from: number; to: number },
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  await client.query(createList);
  for (const migration of pending) {
    await before();
    try {
      await run(client, migration);
      // A table whose deferred checks still wait cannot be altered by the next migration.
      await client.query('set constraints all immediate');
    } catch (error) {
      throw new MigrationFailed(migration.name, upgrade, error);
    }
  }
}

/**
 * What this program would run on a database, from which schema on. Only reads. Throws where the schema is one that this program
 * does not know.
 */
export async function whatIsPending(client: pg.ClientBase, to = Infinity) {
  const rows = await appliedMigrations(client);
  const migrations = readMigrations();
  const newest = migrations.at(-1)?.version ?? 0;
  const from = rows.at(-1)?.version ?? 0;
  if (from > newest) throw new NewerSchemaError(from, newest);
  const applied = new Map(rows.map((row) => [row.version, row.checksum]));
  const changed = migrations.find(({ version, checksum }) => (applied.get(version) ?? checksum) !== checksum);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it ran. Add a new one instead.`);
  return {
    from,
    newest,
    pending: migrations.filter(({ version }) => !applied.has(version) && version <= to),
  };
}

/** Earlier versions made their tables in the first schema of the search path, which may be one that is called like the user. */
async function requireNoneElsewhere(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; has_public: boolean }>(
    `select nspname as name, to_regnamespace('public') is not null as has_public from pg_namespace n
     where nspname <> 'public' and not exists (select from unnest($1::text[]) as wanted (name)
       where not exists (select from pg_class c where c.relnamespace = n.oid and c.relname = wanted.name)) limit 1`,
    [['schema_migrations', 'guilds', 'tickets', 'ticket_messages', 'effects']],
  );
  const [found] = rows;
  if (!found) return;
  const rename = `alter schema ${pg.escapeIdentifier(found.name)} rename to public;`;
  throw new TablesElsewhereError(
    `The tables of this installation are in the schema ${found.name}, and the program keeps them in public, where backups and rotate-key look for them. ` +
      'Nothing was changed. Stop every process that uses this database. If another program has tables in its schema public, see "Tables in another schema" in ' +
      'docs/upgrading.md. Otherwise run in this database, as an administrator: ' +
      (found.has_public ? `alter schema public rename to before_tickets; ${rename}` : rename),
  );
}
