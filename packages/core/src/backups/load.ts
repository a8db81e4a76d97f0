import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withClient } from '../platform/db/embedded/connection.ts';
import { alone, applyTheSame, migrateJobs } from '../platform/db/migrate.ts';
import { isAway } from '../platform/db/outage.ts';
import { ourTables } from './not-ours.ts';
import { BackupProblem, isDiskFull, messageOf } from './problem.ts';
import {
  type CountedTable,
  columnList,
  isLeftOut,
  jobsSchema,
  readContent,
  readTables,
  type Snapshot,
  sameText,
  type TableShape,
  tableName,
} from './snapshot.ts';

export interface Load {
  /** Of an empty database. */
  url: string;
  from: Omit<Snapshot, 'database' | 'not_ours'>;
  /** The rows of a table as COPY writes them; asked for one after the other. */
  open(table: CountedTable): Readable;
  /** What else belongs to it, before any of it can be seen. What it throws takes everything back. */
  beside?: (client: pg.ClientBase) => Promise<void>;
  onProgress?: (text: string) => void;
}

export interface Loaded {
  rows: number;
  tables: number;
  /** What the other one has beyond the schema that its migrations make, and is left out. */
  not_ours: string[];
  /** Jobs of another version of their library are not taken over; the program finds by itself what is to be done. */
  without_jobs: boolean;
}

/**
 * Fills an empty database with what another one holds: the same schema by the same migrations, all rows, the same counters,
 * compared by counts and contents at the end. It is one transaction: until it ends there is nothing, and whatever ends it
 * before leaves nothing.
 */
export async function loadInto({
  url,
  from,
  open,
  beside,
  onProgress = () => undefined,
}: Load): Promise<Loaded> {
  return alone(url, async (client) => {
    await requireEmpty(client);
    // It cannot be part of the transaction, and is no more than empty tables.
    await migrateJobs(url);
    await client.query('begin');
    try {
      await client.query(sameText);
      const others = await namesIn(client);
      await applyTheSame(client, from.migrations);
      const made = (await namesIn(client)).filter((name) => !others.includes(name));
      const isOurs = ({ schema, name }: { schema: string; name: string }) =>
        schema !== 'public' || made.includes(name);
      const without_jobs = (await jobsSchema(client)) !== from.jobs_schema;
      const shapes = (await readTables(client)).filter(isOurs);
      const { wanted, beyond, not_ours } = compare(
        shapes,
        from.tables.filter(({ schema }) => schema === 'public' || !without_jobs),
      );
      const restore = await suspendRules(client, { made, shapes });
      // As text, which is what came: with these columns everything can be compared with what it was.
      for (const column of beyond)
        await client.query(`alter table ${column.table} add column ${column.name} text`);
      for (const table of wanted) {
        if (!table.rows) continue;
        onProgress(`${table.name}: ${table.rows} rows`);
        await fill(client, table, open(table));
      }
      onProgress('checking');
      await restore();
      await setCounters(client, from.sequences.filter(isOurs), { without_jobs });
      for (const table of wanted) await requireSameContent(client, table);
      for (const column of beyond)
        await client.query(`alter table ${column.table} drop column ${column.name}`);
      if (!without_jobs) await releaseJobs(client);
      await beside?.(client);
      await commit(client, url);
      const rows = wanted.reduce((sum, table) => sum + table.rows, 0);
      return { rows, tables: wanted.length, not_ours, without_jobs };
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // the connection is gone, and its transaction with it
      if (error instanceof BackupProblem || !(error instanceof pg.DatabaseError)) throw error;
      throw new BackupProblem(
        `The database did not take the data: ${isDiskFull(error) ? 'its disk is full' : messageOf(error)}. It is as empty as before.`,
        { cause: error },
      );
    }
  });
}

/** The end of the transaction got no answer, and the database could not be asked anew: it has all of it, or nothing. */
export class OutcomeUnknown extends BackupProblem {}

const OUTCOME_MS_MAX = 60_000;
const ASK_AGAIN_MS = 500;

/** Ends the transaction. Where that fails, the database is asked anew what became of it: an answer may have been lost. */
async function commit(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<Session>(
    'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()',
  );
  try {
    await client.query('commit');
  } catch (error) {
    if (!(await hasTables(url, rows[0]))) throw error;
  }
}

interface Session {
  pid: number;
  since: string;
}

/** Whether there are tables in a database that had none, once the session that was to make them has ended for certain. */
async function hasTables(url: string, session: Session | undefined): Promise<boolean> {
  const giveUpAt = performance.now() + OUTCOME_MS_MAX;
  for (;;) {
    try {
      // One whose client is gone would stay for as long as nobody tells it. A commit that has begun is ended all the same.
      await withClient(url, (client) =>
        client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
          [session?.pid, session?.since],
        ),
      );
      // That session holds the lock for as long as it lives.
      return await alone(
        url,
        async (client) => {
          const { rows } = await client.query<{ name: string | null }>(
            "select to_regclass('public.schema_migrations') as name",
          );
          return Boolean(rows[0]?.name);
        },
        { lock_ms_max: OUTCOME_MS_MAX },
      );
    } catch (cause) {
      if (!isAway(cause) || performance.now() > giveUpAt)
        throw new OutcomeUnknown(
          `Whether the database took the data is not known, because it does not answer: ${messageOf(cause)}. Nothing was taken back. ` +
            'When it answers again, give the command once more: if it says that the database is not empty, all of the data is there.',
          { cause },
        );
    }
    await sleep(ASK_AGAIN_MS);
  }
}

/** A restore creates its tables in one transaction, so if ours are there, it may have completed. */
const mayBeComplete =
  ' If an earlier restore was interrupted at its very end, it may be complete: run npm run doctor with the same DATABASE_URL and --data-dir ' +
  'to see what is there. If it is, start the program; if the files belong to the old installation, first run ' +
  'npm run tickets -- storage take-over.';

/** A database in which no data of ours is, and no table of others is called like one of ours. */
export async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; is_ours: boolean }>(
    `select c.relname as name, to_regclass('public.schema_migrations') is not null as is_ours
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname = any($1)
     order by 1 limit 1`,
    [ourTables],
  );
  const [found] = rows;
  if (found)
    throw new BackupProblem(
      `The database is not empty (it has a table ${found.name}). Nothing was changed. Restore into an empty database: give another DATABASE_URL, or without one another --data-dir.${found.is_ours ? mayBeComplete : ''}`,
    );
  // Empty ones are of a restore that was interrupted.
  for (const table of (await readTables(client)).filter(({ schema }) => schema === 'graphile_worker')) {
    const { rowCount } = await client.query(`select from ${tableName(table)} limit 1`);
    if (rowCount)
      throw new BackupProblem(
        'The database is not empty (another program keeps its jobs in it). Nothing was changed. Restore into an empty database.',
      );
  }
}

/** Of tables, sequences and whatever else cannot be called the same. */
async function namesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace",
  );
  return rows.map(({ name }) => name);
}

/** The schema is the one that those migrations make, so what a table of the other database has beyond it is not ours. */
function compare(shapes: readonly TableShape[], tables: readonly CountedTable[]) {
  const there = new Map(shapes.map((shape) => [tableName(shape), new Set(shape.columns)]));
  const found = {
    wanted: [] as CountedTable[],
    beyond: [] as { table: string; name: string }[],
    not_ours: [] as string[],
  };
  for (const table of tables) {
    const columns = there.get(tableName(table));
    if (columns) {
      found.wanted.push(table);
      for (const column of table.columns) {
        if (columns.has(column)) continue;
        found.beyond.push({ table: tableName(table), name: columnList([column]) });
        found.not_ours.push(`${table.name}.${column}`);
      }
    } else if (!isLeftOut(table)) found.not_ours.push(table.name);
  }
  return found;
}

/**
 * Takes the rules away that would be asked for each row, and returns what puts them back, which asks them for all rows at
 * once: foreign keys, because tables come in any order; triggers, because what they wrote is among the rows.
 */
async function suspendRules(
  client: pg.ClientBase,
  { made, shapes }: { made: readonly string[]; shapes: readonly TableShape[] },
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace and c.relname = any($1)`,
    [made],
  );
  const ours = shapes.filter(({ schema }) => schema === 'public').map(tableName);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of ours) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const table of ours) await client.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

async function fill(client: pg.Client, table: CountedTable, source: Readable): Promise<void> {
  const target = client.query(
    copyFrom(`copy ${tableName(table)} (${columnList(table.columns)}) from stdin`, {
      highWaterMark: 256 * 1024,
    }),
  );
  await pipeline(source, target);
  if (target.rowCount !== table.rows)
    throw new BackupProblem(`${table.name} has ${target.rowCount} rows and should have ${table.rows}.`);
}

async function setCounters(
  client: pg.ClientBase,
  sequences: Snapshot['sequences'],
  { without_jobs }: { without_jobs: boolean },
): Promise<void> {
  for (const { schema, name, last } of sequences) {
    if (schema !== 'public' && without_jobs) continue;
    await client.query('select setval($1::regclass, $2::bigint)', [tableName({ schema, name }), last]);
  }
}

async function requireSameContent(client: pg.ClientBase, table: CountedTable): Promise<void> {
  const found = await readContent(client, table);
  if (found.rows === table.rows && found.content === table.content) return;
  throw new BackupProblem(
    `${table.name} did not arrive as it was: ${found.rows} of ${table.rows} rows${found.rows === table.rows ? ', some with other contents' : ''}. Nothing was kept of it.`,
  );
}

/** Whoever worked on them is not here. */
async function releaseJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`);
}
