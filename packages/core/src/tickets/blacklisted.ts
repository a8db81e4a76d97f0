import { PermissionLevel } from '@tickets/contract/levels';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Access } from '../permissions/access.ts';

/** Whether somebody is kept from tickets in their server, by name or by a role. Staff never are. */
export async function isBlacklisted(db: Db | Tx, access: Access): Promise<boolean> {
  if (access.level >= PermissionLevel.support) return false;
  const { guild_id, user_id, role_ids } = access;
  const { rows } = await sql`
    select from blacklisted_users where guild_id = ${guild_id} and user_id = ${user_id}
    union all
    select from blacklisted_roles
    where guild_id = ${guild_id} and role_id = any(${[guild_id, ...role_ids]}::bigint[])
    limit 1`.execute(db);
  return rows.length > 0;
}
