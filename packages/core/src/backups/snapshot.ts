import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type AppliedMigration, appliedMigrations, isNewestSchema } from '../platform/db/migrate.ts';
import { withOwnConnection } from '../platform/db/own-connection.ts';
import { type BackupSequence, type BackupTable, nameForm } from './manifest.ts';
import { databaseId, type Moment, momentOf } from './moment.ts';
import { sortOut } from './not-ours.ts';
import { BackupProblem } from './problem.ts';

export type TableShape = Pick<BackupTable, 'schema' | 'name' | 'columns'>;
/** How much is in a table, and a sum of what that is. */
export type TableContent = Pick<BackupTable, 'rows' | 'content'>;
export type CountedTable = TableShape & TableContent;

/** What a database holds, at one moment. */
export interface Snapshot {
  migrations: AppliedMigration[];
  jobs_schema: number;
  moment?: Moment;
  /** As the names of its backups have it. */
  database: string;
  tables: CountedTable[];
  sequences: BackupSequence[];
  /** What it holds beside that, of others. */
  not_ours: string[];
}

/** Tables whose rows are not carried into another database, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'public.schema_migrations': 'The schema is made by the same migrations, which write it.',
  'graphile_worker.migrations': 'The library that works off jobs writes it.',
  'public.gateway_holders': 'Processes that run now, none of which runs where the rows would go.',
  'public.processes': 'Processes that run now, as they describe themselves to one another.',
  'public.gateway_leases': 'Connections that those processes hold.',
  'public.gateway_identifies': 'When those connections were made, as far as that matters for some seconds.',
  'public.address_bans': 'Of machines that the program runs on now.',
  'public.gone_targets': 'What Discord said of roles and members, and says again.',
  'public.storage_stamps': 'Of the files of this very database; where the rows would go they are of another.',
  'public.events':
    'What programs tell one another within seconds. Its order is that of the transactions of one server, and means nothing in another.',
};

export const isLeftOut = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) =>
  `${schema}.${name}` in leftOut;

/** So that the same value is written the same way on every server. */
export const sameText = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local search_path = public`;

const quoted = (name: string) => pg.escapeIdentifier(name);
export const tableName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** All tables that may hold something of ours, partitioned ones as one. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by 1, 2 order by 1, 2`);
  return rows.filter((shape) => !isLeftOut(shape));
}

/** Reads the whole table once. */
export async function readContent(client: pg.ClientBase, table: TableShape): Promise<TableContent> {
  const { rows } = await client.query<{ rows: string; content: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(row(${columnList(table.columns)})::text, 0)), 0)::text as content
     from ${tableName(table)}`,
  );
  const [found] = rows;
  return { rows: Number(found?.rows ?? 0), content: found?.content ?? '0' };
}

/**
 * Runs `work` on one moment of the database at `url`, whatever others write meanwhile: everything that it reads is of one
 * snapshot. It keeps nobody from writing. The signal ends it, and fails whatever is being read.
 */
export async function withSnapshot<T>(
  url: string,
  work: (client: pg.Client, snapshot: Snapshot) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const reading = async (client: pg.Client) => {
    // Held by the session, so that a killed process frees it.
    const { rows } = await client.query<{ got: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('tickets backup', 0)) as got",
    );
    if (!rows[0]?.got)
      throw new BackupProblem('Another backup of this database is being made. Wait for its end.');
    await client.query('begin isolation level repeatable read, read only');
    await client.query(sameText);
    const migrations = await appliedMigrations(client);
    if (!migrations.length)
      throw new BackupProblem('There is nothing to back up: no program has run on this database yet.');
    const moment = await momentOf(client);
    const { ours, not_ours } = sortOut(await readTables(client), { newest: isNewestSchema(migrations) });
    const tables: CountedTable[] = [];
    for (const shape of ours) tables.push({ ...shape, ...(await readContent(client, shape)) });
    return await work(client, {
      migrations,
      jobs_schema: await jobsSchema(client),
      ...(moment && { moment }),
      database: await databaseId(client),
      tables,
      sequences: await readSequences(client),
      not_ours,
    });
  };
  return withOwnConnection({ connectionString: url, application_name: 'tickets backup' }, reading, signal);
}

/** The rows of a table, as COPY writes them. */
export function copyOut(client: pg.ClientBase, table: TableShape): Readable {
  return client.query(
    copyTo(`copy (select ${columnList(table.columns)} from ${tableName(table)}) to stdout`, {
      highWaterMark: 256 * 1024,
    }),
  );
}

/** The newest migration of the library that works off jobs. */
export async function jobsSchema(client: pg.ClientBase): Promise<number> {
  const { rows: there } = await client.query<{ name: string | null }>(
    "select to_regclass('graphile_worker.migrations') as name",
  );
  if (!there[0]?.name) return 0;
  const { rows } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from graphile_worker.migrations',
  );
  return rows[0]?.id ?? 0;
}

/** Only those from which something was taken. They are not part of the snapshot, so they are never behind it. */
async function readSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<BackupSequence>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null and sequencename ~ $1 order by 1, 2`,
    [nameForm.source],
  );
  return rows;
}

/** A stream of lines of JSON. */
export function jsonLines(rows: AsyncIterable<object>): Readable {
  return Readable.from(
    (async function* () {
      for await (const row of rows) yield `${JSON.stringify(row)}\n`;
    })(),
    { objectMode: false },
  );
}

export const hashing = () => createHash('sha256');
