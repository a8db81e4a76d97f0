import { PermissionLevel } from '@tickets/contract/levels';
import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Db, Tx } from '../platform/db/db.ts';

type Entry = { kind: 'user' | 'role'; id: string };

/** Whether someone is kept from tickets in their server, by name or by a role. Staff never are. */
export async function isBlacklisted(db: Db | Tx, access: Access): Promise<boolean> {
  return (await blacklistEntryOf(db, access)) !== undefined;
}

/** What on the blacklist keeps someone from tickets in their server: they themselves, or a role. Staff nothing does. */
export async function blacklistEntryOf(db: Db | Tx, access: Access): Promise<Entry | undefined> {
  if (access.level >= PermissionLevel.support) return undefined;
  const { guild_id, user_id, role_ids } = access;
  const { rows } = await sql<Entry>`
    select 'user' as kind, user_id as id from blacklisted_users
    where guild_id = ${guild_id} and user_id = ${user_id}
    union all
    select 'role', role_id from blacklisted_roles
    where guild_id = ${guild_id} and role_id = any(${[guild_id, ...role_ids]}::bigint[])
    limit 1`.execute(db);
  return rows[0];
}

export async function isRoleBlacklisted(
  db: Db | Tx,
  { guild_id, role_id }: { guild_id: string; role_id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('blacklisted_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', '=', role_id)
    .select('role_id')
    .executeTakeFirst();
  return found !== undefined;
}
