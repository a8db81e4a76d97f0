import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Of files that were made for people, so much is kept for a server, and so much for a person. */
export const keptBytesMax = 2 * 1024 ** 3;

const ids = { server_exports: 'export_id', transcript_downloads: 'download_id' } as const;

/** The oldest finished files of each server and person for which there is no room beside newer ones. The newest of each stays. */
export async function filesOverRoom(
  db: Db,
  table: keyof typeof ids,
  bytes_max = keptBytesMax,
): Promise<{ id: string; file_key: string }[]> {
  const { rows } = await sql<{ id: string; file_key: string }>`
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
