import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Storage } from './storage.ts';

/** Of files that were made for people, so much is kept for a server, and so much for a person. */
export const keptBytesMax = 2 * 1024 ** 3;
/** How long it is told that there was one. */
const rowKeptDays = 7;

/** The tables with a row for each file that somebody asked for, and what their rows are known by. */
const ids = { server_exports: 'export_id', transcript_downloads: 'download_id' } as const;
type KeptTable = keyof typeof ids;

interface Keeper {
  db: Db;
  storage: Storage;
}

interface KeptFile {
  id: string;
  file_key: string | null;
}

/** The oldest finished files of each server and person for which there is no room beside newer ones. The newest of each stays. */
export async function filesOverRoom(
  { db }: Pick<Keeper, 'db'>,
  table: KeptTable,
  bytes_max = keptBytesMax,
): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select id, file_key from (
      select ${sql.ref(ids[table])} as id, file_key, asked_by,
        row_number() over of_server as nth_of_server, sum(file_bytes) over of_server as bytes_of_server,
        row_number() over of_person as nth_of_person, sum(file_bytes) over of_person as bytes_of_person
      from ${sql.table(table)} where state = 'done' and file_key is not null
      window of_server as (partition by guild_id order by finished_at desc, ${sql.ref(ids[table])}),
        of_person as (partition by asked_by order by finished_at desc, ${sql.ref(ids[table])})) as kept
    where (nth_of_server > 1 and bytes_of_server > ${bytes_max})
      or (asked_by is not null and nth_of_person > 1 and bytes_of_person > ${bytes_max})`.execute(db);
  return rows;
}

/** Newer files take the place of older ones. */
export async function dropFilesOverRoom(ctx: Keeper, table: KeptTable): Promise<void> {
  for (const file of await filesOverRoom(ctx, table)) await dropKeptFile(ctx, table, file);
}

/** The file first: a row without one is never found again. */
export async function dropKeptFile(ctx: Keeper, table: KeptTable, { id, file_key }: KeptFile): Promise<void> {
  if (file_key) await ctx.storage.remove(file_key);
  await sql`update ${sql.table(table)}
    set file_key = null, file_bytes = null, file_sha256 = null, file_expires_at = null
    where ${sql.ref(ids[table])} = ${id}`.execute(ctx.db);
}

/** Ends the making of a file, and removes what there is of it. One that another process has finished meanwhile stays. */
export async function endKeptFile(
  ctx: Keeper,
  table: KeptTable,
  { id, file_key }: KeptFile,
  { state, now }: { state: 'failed' | 'cancelled'; now: Date },
): Promise<void> {
  const { rows } = await sql`update ${sql.table(table)}
    set state = case when state in ('waiting', 'running') then ${state} else state end, finished_at = ${now}
    where ${sql.ref(ids[table])} = ${id} and state <> 'done' returning 1`.execute(ctx.db);
  if (rows.length) await dropKeptFile(ctx, table, { id, file_key });
}

/** Removes the files whose time is over, which nobody waits for, or which have no room; and forgets rows without one in the end. */
export async function purgeKeptFiles(ctx: Keeper, table: KeptTable, now: Date): Promise<void> {
  const { rows } = await sql<KeptFile>`
    select ${sql.ref(ids[table])} as id, file_key from ${sql.table(table)}
    where file_key is not null and (file_expires_at <= ${now} or state in ('failed', 'cancelled', 'withdrawn'))`.execute(
    ctx.db,
  );
  for (const file of rows) await dropKeptFile(ctx, table, file);
  await dropFilesOverRoom(ctx, table);
  await sql`delete from ${sql.table(table)}
    where file_key is null and asked_at < ${now}::timestamptz - make_interval(days => ${rowKeptDays})`.execute(
    ctx.db,
  );
}
