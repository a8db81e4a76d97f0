import type { ErrorCode } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { sql } from 'kysely';
import { loadAccess } from '../access/load.ts';
import type { Actor, Context } from '../platform/context.ts';
import { refuse } from '../platform/problems.ts';
import type { BlacklistEntry } from './rows.ts';

/** Refuses whom the blacklist could not keep out: oneself, staff, the bot, @everyone, who does not exist. */
export async function checkMayBeBlacklisted(
  ctx: Context,
  actor: Actor,
  entry: BlacklistEntry,
): Promise<void> {
  const code = entry.kind === 'user' ? await userProblem(ctx, actor, entry) : await roleProblem(ctx, entry);
  if (code) refuse([{ path: 'snowflake', code }]);
}

async function userProblem(
  ctx: Context,
  actor: Actor,
  { guild_id, id }: BlacklistEntry,
): Promise<ErrorCode | undefined> {
  if (id === '0') return 'blacklist.user_invalid';
  if (id === ctx.discord.user_id) return 'blacklist.bot';
  if (actor.kind === 'user' && actor.user_id === id) return 'blacklist.self';
  const access = await loadAccess(ctx, guild_id, id);
  return access && access.level >= PermissionLevel.support ? 'blacklist.staff' : undefined;
}

async function roleProblem(ctx: Context, { guild_id, id }: BlacklistEntry): Promise<ErrorCode | undefined> {
  if (id === guild_id) return 'blacklist.everyone';
  const role = await readRole(ctx, guild_id, id);
  if (!role) return 'blacklist.role_not_found';
  return role.is_staff ? 'blacklist.staff' : undefined;
}

/** A role makes staff by name, by a team, or by Discord's Administrator permission. */
async function readRole(ctx: Context, guild_id: string, role_id: string) {
  const { rows } = await sql<{ is_staff: boolean }>`
    select r.permissions & 8 <> 0
      or exists (select from role_permissions p
        where p.guild_id = r.guild_id and p.role_id = r.role_id and (p.admin or p.support))
      or exists (select from support_teams t join support_team_roles tr using (team_id)
        where t.guild_id = r.guild_id and tr.role_id = r.role_id) as is_staff
    from guild_roles r where r.guild_id = ${guild_id} and r.role_id = ${role_id}`.execute(ctx.db);
  return rows[0];
}
