import type { Administrator } from '@tickets/contract/teams/teams';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { type Entry, namedEntries } from './named-entries.ts';

/**
 * Who administers the bot, for the dashboard: the owner, then people, then roles. A role that is gone is among them, so
 * that it can be taken out.
 */
export async function listAdministrators(call: Call, guild_id: string): Promise<Administrator[]> {
  authorise(call, 'staff.list_administrators', guild_id);
  const { rows } = await sql<Entry & { is_owner: boolean }>`
    select 'user' as kind, owner_id as id, true as is_owner from guilds where guild_id = ${guild_id}
    union all
    select 'user', user_id, false from permissions join guilds using (guild_id)
      where guild_id = ${guild_id} and admin and user_id <> owner_id
    union all
    select 'role', role_id, false from role_permissions where guild_id = ${guild_id} and admin
    order by is_owner desc, kind desc, id`.execute(call.db);
  const named = await namedEntries(call, guild_id, rows);
  return named.map((entry, index) => ({ ...entry, is_owner: rows[index]?.is_owner ?? false }));
}
