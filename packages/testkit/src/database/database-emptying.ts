import { createPool } from '@tickets/core/platform/db/db';
import type pg from 'pg';

export interface EmptyState {
  /** Tables that are empty in a new database. */
  tables: string[];
  /** Of the schema and of what its migrations wrote. */
  fingerprint: string;
}

/** The first id of what is not PostgreSQL's own. */
const OURS = 16_384;
const MIGRATIONS = ['public.schema_migrations', 'graphile_worker.migrations'];

const readTables = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where pg_class.oid >= ${OURS} and relkind = 'r' and relpersistence <> 't' order by 1`;

/** PostgreSQL writes a row of its catalogs anew when what the row describes is changed, and `xmin` says by which transaction. */
const writers = (table: string, where = 'true') =>
  `(select concat(count(*), '/', sum(xmin::text::bigint)) from ${table} where ${where})`;

const readLook = `
  select
    concat_ws(' ', ${[
      writers('pg_class', `oid >= ${OURS}`),
      writers('pg_attribute', `attrelid >= ${OURS}`),
      writers('pg_proc', `oid >= ${OURS}`),
      writers('pg_trigger', `oid >= ${OURS}`),
      writers('pg_constraint', `oid >= ${OURS}`),
      ...MIGRATIONS.map((table) => writers(table)),
      // What ALTER DATABASE has set, which would be there for the next test, too.
      writers(
        'pg_db_role_setting',
        'setdatabase = (select oid from pg_database where datname = current_database())',
      ),
    ].join(', ')}) as fingerprint,
    (select sum(pg_relation_size(oid))::float8 from pg_class where oid >= ${OURS} and relkind = 'r') as bytes`;

export async function readEmptyState(client: pg.Client): Promise<EmptyState> {
  const { rows } = await client.query<{ name: string }>(readTables);
  const tables = rows.map(({ name }) => name).filter((name) => !MIGRATIONS.includes(name));
  const [filled] = await whereRowsAre(client, tables);
  if (filled) throw new Error(`the migrations write to ${filled}, which tests would empty`);
  return { tables, fingerprint: (await lookOf(client)).fingerprint };
}

/** Deleted rows keep their place, which is read through with the others. */
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * A connection to empty a database by: without triggers, which would write, and without foreign keys, which would want an
 * order. It is not one of the pool's, which would forget the plans of all that it prepared as this is switched on and off.
 */
export function createCleaner(url: string): pg.Pool {
  const address = new URL(url);
  address.searchParams.set('options', '-c session_replication_role=replica');
  return createPool(address.href, { max: 1 });
}

/**
 * Makes a used database as a new one: cuts connections that are neither the pool's nor the cleaner's, forgets what the
 * pool's hold, deletes all rows, and sets back what counts. Returns false when it cannot be as new.
 */
export async function emptyDatabase(pool: pg.Pool, cleaner: pg.Pool, empty: EmptyState): Promise<boolean> {
  const cleaning = await cleaner.connect();
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const ours = [cleaning, ...clients].map((one) => (one as { processID?: number }).processID); // pg has it, its types do not
    await cleaning.query({ name: 'cut_others', text: cutOthers, values: [ours] });
    await Promise.all(clients.map((one) => one.query(forgetSession)));
    const { fingerprint, bytes } = await lookOf(cleaning);
    if (fingerprint !== empty.fingerprint || bytes > BYTES_MAX) return false;
    await cleaning.query(deleteAll(await whereRowsAre(cleaning, empty.tables)));
    return true;
  } finally {
    for (const client of [cleaning, ...clients]) client.release();
  }
}

const cutOthers = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> all($1)`;

/** As DISCARD ALL, but keeps prepared statements, by which `pg` knows the connection. */
const forgetSession = `close all; reset all; unlisten *; select pg_advisory_unlock_all();
  discard sequences; discard temp`;

const deleteAll = (tables: string[]) => `
  begin;
  ${tables.map((table) => `delete from ${table};`).join('\n')}
  select setval(seqrelid, seqstart, false) from pg_sequence where seqrelid >= ${OURS};
  commit`;

/** Prepared, as what else is asked after each test: planning these takes longer than what they find. */
async function lookOf(client: pg.ClientBase): Promise<{ fingerprint: string; bytes: number }> {
  const { rows } = await client.query<{ fingerprint: string; bytes: number }>({
    name: 'look',
    text: readLook,
  });
  const [look] = rows;
  if (!look) throw new Error('a statement without a table answers with a row');
  return look;
}

async function whereRowsAre(client: pg.ClientBase, tables: string[]): Promise<string[]> {
  const isFilled = tables.map((table) => `exists (select from ${table})`);
  const { rows } = await client.query<{ filled: boolean[] }>({
    name: 'where_rows_are',
    text: `select array[${isFilled.join(', ')}] as filled`,
  });
  return tables.filter((_, place) => rows[0]?.filled[place]);
}
