import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/problems.ts';

export interface BlacklistEntry {
  guild_id: string;
  kind: 'user' | 'role';
  id: string;
}

export const usersPerPage = 30;
const limits = { user: 250, role: 50 };

/** Writes an entry unless it is there, and returns whether it was not. The caller holds the server's row, so that the count stays true. */
export async function insertEntry(tx: Tx, { guild_id, kind, id }: BlacklistEntry): Promise<boolean> {
  const table = sql.table(kind === 'user' ? 'blacklisted_users' : 'blacklisted_roles');
  const column = sql.ref(kind === 'user' ? 'user_id' : 'role_id');
  const { rows } = await sql<{ taken: number; is_listed: boolean }>`
    select count(*)::integer as taken, coalesce(bool_or(${column} = ${id}), false) as is_listed
    from ${table} where guild_id = ${guild_id}`.execute(tx);
  const { taken = 0, is_listed = false } = rows[0] ?? {};
  if (is_listed) return false;
  if (taken >= limits[kind]) refuse([{ path: 'snowflake', code: `blacklist.${kind}_limit` }]);
  await sql`insert into ${table} (guild_id, ${column}) values (${guild_id}, ${id})`.execute(tx);
  return true;
}
