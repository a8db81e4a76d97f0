import { PermissionLevel } from '@tickets/contract/access/levels';
import type { ErrorCode } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import type { Context } from '../platform/context.ts';
import { refuse } from '../platform/problems.ts';
import type { BlacklistEntry } from './rows.ts';

/** Refuses whom the blacklist could not keep out: oneself, staff, the bot, @everyone, who does not exist. */
export async function checkMayBeBlacklisted(call: Call, entry: BlacklistEntry): Promise<void> {
  authorise(call, 'blacklist.add', entry.guild_id);
  const code = entry.kind === 'user' ? await userProblem(call, entry) : await roleProblem(call, entry);
  if (code) refuse([{ path: 'snowflake', code }]);
}

async function userProblem(call: Call, { guild_id, id }: BlacklistEntry): Promise<ErrorCode | undefined> {
  if (id === '0') return 'blacklist.user_invalid';
  if (id === call.discord.user_id) return 'blacklist.bot';
  if (call.caller.kind === 'user' && call.caller.user_id === id) return 'blacklist.self';
  const access = await loadAccess(call, guild_id, id);
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
