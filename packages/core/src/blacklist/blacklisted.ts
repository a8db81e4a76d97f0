import { PermissionLevel } from '@tickets/contract/access/levels';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { fact } from '../platform/facts.ts';

type Entry = { kind: 'user' | 'role'; id: string };

type Asks = Pick<Context, 'db' | 'facts'>;

/** Whether someone is kept from tickets in their server, by name or by a role. Staff never are. */
export async function isBlacklisted(ctx: Asks, access: Access): Promise<boolean> {
  return (await blacklistEntryOf(ctx, access)) !== undefined;
}

/** What on the blacklist keeps someone from tickets in their server: they themselves, or a role. Staff nothing does. */
export async function blacklistEntryOf(ctx: Asks, access: Access): Promise<Entry | undefined> {
  if (access.level >= PermissionLevel.support) return undefined;
  const { guild_id, user_id, role_ids } = access;
  return blacklistEntryFor(ctx, guild_id, user_id, ...role_ids);
}

export const blacklistEntryFor = fact(
  async ({ db }: Asks, guild_id: string, user_id: string, ...role_ids: string[]) => {
    const { rows } = await sql<Entry>`${entries({ guild_id, user_id, role_ids })} limit 1`.execute(db);
    return rows[0];
  },
);

/** As isBlacklisted(), for a statement that asks for more. */
export const blacklisted = (access: Access): RawBuilder<boolean> =>
  access.level >= PermissionLevel.support ? sql<boolean>`false` : sql<boolean>`exists (${entries(access)})`;

const entries = ({ guild_id, user_id, role_ids }: Pick<Access, 'guild_id' | 'user_id' | 'role_ids'>) => sql`
  select 'user' as kind, user_id as id from blacklisted_users
  where guild_id = ${guild_id} and user_id = ${user_id}
  union all
  select 'role', role_id from blacklisted_roles
  where guild_id = ${guild_id} and role_id = any(${[guild_id, ...role_ids]}::bigint[])`;

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
