import { changesBetween } from '@tickets/contract/audit/changes';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { type EntryRow, findEntry } from './list.ts';

const lookedAt = 200;

/** The last entry after another one that changed the same field of the same thing. */
export async function laterEntry(
  db: Db,
  { guild_id, resource, resource_id, entry_id }: EntryRow,
  path: string | undefined,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<Pick<EntryRow, 'entry_id' | 'before' | 'after'>>`
    select entry_id, before, after from audit_entries
    where guild_id = ${guild_id} and resource = ${resource} and resource_id = ${resource_id} and entry_id > ${entry_id}
    order by entry_id desc limit ${lookedAt}`.execute(db);
  const is = (at: string) => path === undefined || at === path || at.startsWith(`${path}.`);
  const found = rows.find(({ before, after }) =>
    changesBetween(before ?? {}, after ?? {}).some((one) => is(one.path)),
  );
  return found && findEntry(db, guild_id, found.entry_id);
}
