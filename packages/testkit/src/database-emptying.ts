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
  where pg_class.oid >= ${OURS} and relkind in ('r', 'p') and relpersistence <> 't' order by 1`;

const readFingerprint = `
  select concat_ws(' ',
    (select sum(hashtext(concat(relname, relnamespace, relkind))) from pg_class
      where oid >= ${OURS} and relkind <> 't' and relpersistence <> 't'),
    (select sum(hashtext(concat(attrelid, attname, atttypid, attnotnull, atthasdef))) from pg_attribute
      join pg_class on pg_class.oid = attrelid where attrelid >= ${OURS} and relkind in ('r', 'v', 'p')),
    (select sum(hashtext(concat(proname, pronargs, prosrc))) from pg_proc where oid >= ${OURS}),
    (select sum(hashtext(concat(tgrelid, tgname, tgenabled))) from pg_trigger where not tgisinternal),
    (select sum(hashtext(concat(conrelid, conname, convalidated))) from pg_constraint where oid >= ${OURS}),
    ${MIGRATIONS.map((table) => `(select sum(hashtext(t::text)) from ${table} t)`).join(', ')}
  ) as fingerprint`;

export async function readEmptyState(client: pg.Client): Promise<EmptyState> {
  const { rows } = await client.query<{ name: string }>(readTables);
  const tables = rows.map(({ name }) => name).filter((name) => !MIGRATIONS.includes(name));
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount) throw new Error(`the migrations write to ${table}, which tests would empty`);
  }
  return { tables, fingerprint: await fingerprintOf(client) };
}

/** Deleted rows keep their place, which is read through with the others. */
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * Makes a used database as a new one: cuts connections that are not the pool's, forgets what the pool's hold, deletes
 * all rows, and sets back what counts. Returns false when it cannot be as new.
 */
export async function emptyDatabase(pool: pg.Pool, empty: EmptyState): Promise<boolean> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount || 1 }, () => pool.connect()));
  try {
    const [client] = clients;
    if (!client) return false;
    const ours = clients.map((one) => (one as { processID?: number }).processID); // pg has it, its types do not
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> all($1)',
      [ours],
    );
    await Promise.all(clients.map((one) => one.query(forgetSession)));
    if ((await fingerprintOf(client)) !== empty.fingerprint || !(await isSmall(client))) return false;
    await client.query(deleteAll(empty.tables));
    return true;
  } finally {
    for (const client of clients) client.release();
  }
}

/** As DISCARD ALL, but keeps prepared statements, by which `pg` knows the connection. */
const forgetSession = `close all; reset all; unlisten *; select pg_advisory_unlock_all();
  discard sequences; discard temp`;

/** Without triggers, which would write, and without foreign keys, which would want an order. */
const deleteAll = (tables: string[]) => `
  begin;
  set local session_replication_role = replica;
  ${tables.map((table) => `delete from ${table};`).join('\n')}
  select setval(seqrelid, seqstart, false) from pg_sequence where seqrelid >= ${OURS};
  commit`;

async function fingerprintOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(readFingerprint);
  return rows[0]?.fingerprint ?? '';
}

async function isSmall(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_relation_size(oid)) as bytes from pg_class where oid >= ${OURS} and relkind = 'r'`,
  );
  return Number(rows[0]?.bytes) < BYTES_MAX;
}
