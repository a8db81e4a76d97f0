import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { PanelTeams } from '../access/tickets.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { hasDiscordCode, isRefusal } from '../platform/discord/failures.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { upsertRole } from '../servers/guilds.ts';

/** A named team; null is the default team. */
export type TeamId = number | null;
interface TeamOf {
  guild_id: string;
  team_id: TeamId;
}

const longestName = 100;

/** The role that calls those of a team who are on call; made when there is none, or when it was deleted. */
export async function onCallRole(
  ctx: Context,
  { guild_id, team_id }: TeamOf,
  reason: string,
): Promise<string> {
  const { rows } = await sql<{ role_id: string }>`
    select role_id from on_call_roles join guild_roles using (guild_id, role_id)
    where guild_id = ${guild_id} and team_id is not distinct from ${team_id}::integer`.execute(ctx.db);
  if (rows[0]) return rows[0].role_id;
  const name = await roleName(ctx.db, { guild_id, team_id });
  const role = await ctx.discord.api.guilds.createRole(
    guild_id,
    { name, permissions: '0', hoist: false, mentionable: false },
    { reason },
  );
  await upsertRole(ctx, guild_id, role);
  await sql`
    insert into on_call_roles (guild_id, team_id, role_id) values (${guild_id}, ${team_id}, ${role.id})
    on conflict (guild_id, team_id) do update set role_id = excluded.role_id`.execute(ctx.db);
  return role.id;
}

/** Roles of teams that were deleted here go in Discord, too. Noted when a team is deleted. */
export const onCallRoles: EffectKind = {
  name: 'on_call_roles',
  lockOf: ({ guild_id }) => `on_call:${guild_id}`,
  async settle(ctx, { guild_id }) {
    const { rows } = await sql<{ role_id: string }>`
      select role_id from on_call_roles r
      where guild_id = ${guild_id} and team_id is not null
        and not exists (select from support_teams t where t.team_id = r.team_id)`.execute(ctx.db);
    for (const { role_id } of rows) await removeRole(ctx, guild_id, role_id);
    return undefined;
  },
};

async function removeRole(ctx: Context, guild_id: string, role_id: string): Promise<void> {
  try {
    await ctx.discord.api.guilds.deleteRole(guild_id, role_id);
  } catch (err) {
    if (!isRefusal(err)) throw err;
    if (!hasDiscordCode(err, RESTJSONErrorCodes.UnknownRole))
      ctx.log.warn({ err, guild_id, role_id }, 'the role of a deleted team stays in Discord');
  }
  await ctx.db
    .deleteFrom('on_call_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', '=', role_id)
    .execute();
}

async function roleName(db: Db, { guild_id, team_id }: TeamOf): Promise<string> {
  if (team_id === null) return 'On Call';
  const team = await db
    .selectFrom('support_teams')
    .where('guild_id', '=', guild_id)
    .where('team_id', '=', team_id)
    .select('name')
    .executeTakeFirstOrThrow();
  return `On Call - ${team.name}`.slice(0, longestName);
}

export async function forgetRole(ctx: Context, { guild_id, team_id }: TeamOf): Promise<void> {
  await sql`delete from on_call_roles
    where guild_id = ${guild_id} and team_id is not distinct from ${team_id}::integer`.execute(ctx.db);
}

/** The roles that a new ticket of a panel calls. */
export async function rolesOnCall(db: Db, guild_id: string, panel: PanelTeams): Promise<string[]> {
  const { rows } = await sql<{ role_id: string }>`
    select role_id from on_call_roles join guild_roles using (guild_id, role_id)
    where guild_id = ${guild_id} and (team_id = any(${panel?.team_ids ?? []}::integer[])
      or (team_id is null and ${panel?.default_team ?? true}))
    order by team_id nulls first`.execute(db);
  return rows.map(({ role_id }) => role_id);
}
