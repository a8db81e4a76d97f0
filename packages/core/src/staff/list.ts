import { PermissionLevel } from '@tickets/contract/access/levels';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import type { StaffRank, StaffTarget } from './target.ts';

export interface StaffEntry {
  kind: 'user' | 'role';
  id: string;
  rank: StaffRank;
  is_owner: boolean;
}

/** Administrators, then the default team; people before roles in each, and the owner before all. Roles that are gone are left out. */
export async function listStaff(call: Call, guild_id: string): Promise<StaffEntry[]> {
  authorise(call, 'staff.list', guild_id);
  const { rows } = await sql<StaffEntry>`
    select 'user' as kind, owner_id as id, 'admin' as rank, true as is_owner from guilds where guild_id = ${guild_id}
    union all
    select 'user', user_id, case when admin then 'admin' else 'support' end, false
      from permissions join guilds using (guild_id)
      where guild_id = ${guild_id} and (admin or support) and user_id <> owner_id
    union all
    select 'role', role_id, case when admin then 'admin' else 'support' end, false
      from role_permissions join guild_roles using (guild_id, role_id)
      where guild_id = ${guild_id} and (admin or support)
    order by rank, kind desc, is_owner desc, id`.execute(call.db);
  return rows;
}

/** Whether a person, or everybody with a role, is staff by any rule. */
export async function isStaff(ctx: Context, { guild_id, kind, id }: StaffTarget): Promise<boolean> {
  if (kind === 'user') {
    const access = await loadAccess(ctx, guild_id, id);
    return access !== undefined && access.level >= PermissionLevel.support;
  }
  const { rows } = await sql`
    select from role_permissions where guild_id = ${guild_id} and role_id = ${id} and (admin or support)
    union all
    select from support_team_roles join support_teams using (team_id)
      where guild_id = ${guild_id} and role_id = ${id}
    limit 1`.execute(ctx.db);
  return rows.length > 0;
}
