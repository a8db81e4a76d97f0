import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { createPool } from './db.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any number that nothing else in the database locks. */
const lockKey = 7_214_009;

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
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

/**
 * Brings the database at `url` to the newest schema, each migration in a transaction of its own. Several programs
 * may start at once: one migrates, the others wait. Returns the names of the migrations that it ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tickets migrate' });
  // A query that fails says so itself; a connection that is being ended has nobody left to tell.
  client.on('error', () => undefined);
  await client.connect();
  // Ours also hears what happens to connections after the library has let go of them.
  const pool = createPool(url, { max: 1 });
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const ran = await applyAll(client);
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
    return ran;
  } finally {
    await Promise.all([client.end(), pool.end()]);
  }
}

async function applyAll(client: pg.Client): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migrations order by version',
  );
  const migrations = readMigrations();
  const newest = migrations.at(-1)?.version ?? 0;
  const found = rows.at(-1)?.version ?? 0;
  if (found > newest) throw new NewerSchemaError(found, newest);

  const applied = new Map(rows.map((row) => [row.version, row.checksum]));
  const ran: string[] = [];
  for (const migration of migrations) {
    const before = applied.get(migration.version);
    if (before === migration.checksum) continue;
    if (before)
      throw new Error(`Migration ${migration.name} was changed after it ran. Add a new one instead.`);
    await client.query('begin');
    try {
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`Migration ${migration.name} failed`, { cause: error });
    }
    ran.push(migration.name);
  }
  return ran;
}
