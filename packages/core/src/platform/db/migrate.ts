import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { createPool } from './db.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any number that nothing else in the database locks. */
const lockKey = 7_214_009;

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

/** A migration has other contents than when it ran here, or is unknown: the database is of another program. */
export class ForeignSchemaError extends Error {
  override readonly name = 'ForeignSchemaError';
}

export interface MigrateOptions {
  /** Called before a schema that is there already is changed, while everybody else waits. What it throws ends it. */
  before?: (upgrade: { from: number; to: number; pending: string[] }) => Promise<void>;
  /** The last version to go to; the newest when left out. For what stands in an older schema. */
  to?: number;
}

/**
 * Brings the database at `url` to the newest schema, each migration in a transaction of its own. Several programs
 * may start at once: one migrates, the others wait. Returns the names of the migrations that it ran.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return alone(url, async (client) => {
    const ran = await applyAll(client, options);
    await migrateJobs(url);
    return ran;
  });
}

/** Runs `work` on a connection while nobody else changes the schema of the database at `url`. */
export async function alone<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tickets migrate' });
  // A query that fails says so itself; a connection that is being ended has nobody left to tell.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    return await work(client);
  } finally {
    await client.end();
  }
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

/** What ran on a database, oldest first; nothing where it is empty. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "select to_regclass('schema_migrations') as name",
  );
  if (!found[0]?.name) return [];
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
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

async function applyAll(client: pg.Client, { before, to = Infinity }: MigrateOptions): Promise<string[]> {
  await client.query(createList);
  const rows = await appliedMigrations(client);
  const migrations = readMigrations();
  const newest = migrations.at(-1)?.version ?? 0;
  const found = rows.at(-1)?.version ?? 0;
  if (found > newest) throw new NewerSchemaError(found, newest);

  const applied = new Map(rows.map((row) => [row.version, row.checksum]));
  const changed = migrations.find(({ version, checksum }) => (applied.get(version) ?? checksum) !== checksum);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it ran. Add a new one instead.`);
  const pending = migrations.filter(({ version }) => !applied.has(version) && version <= to);
  if (found && pending.length)
    await before?.({ from: found, to: Math.min(newest, to), pending: pending.map(({ name }) => name) });
  for (const migration of pending) {
    await client.query('begin');
    try {
      await run(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`Migration ${migration.name} failed`, { cause: error });
    }
  }
  return pending.map(({ name }) => name);
}
