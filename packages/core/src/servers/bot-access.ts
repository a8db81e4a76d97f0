import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { everything, heldBy, type Overwrite, permissionsIn } from './channel-permissions.ts';
import { fetchMember } from './members.ts';

export interface BotAccess {
  /** The role that Discord made for the bot; null where it was invited without permissions. */
  role_id: string | null;
  /** What the bot may do in the server as a whole. */
  permissions: bigint;
  role_ids: string[];
}

/** What the bot is and may do in a server, as the gateway told it. */
export async function botAccess(ctx: Context, guild_id: string): Promise<BotAccess> {
  const id = ctx.discord.user_id;
  let roles = await rolesOf(ctx, guild_id, id);
  if (!roles.length) {
    await fetchMember(ctx, guild_id, id);
    roles = await rolesOf(ctx, guild_id, id);
  }
  return {
    role_id: roles.find((role) => role.bot_id === id)?.role_id ?? null,
    permissions: heldBy(roles),
    role_ids: [guild_id, ...(roles[0]?.member_roles ?? [])],
  };
}

/** The roles of a member, with that of everyone; none while the member is not known. */
async function rolesOf(ctx: Context, guild_id: string, user_id: string) {
  const { rows } = await sql<{
    permissions: string;
    bot_id: string | null;
    role_id: string;
    member_roles: string[];
  }>`
    select r.role_id, r.permissions, r.bot_id, m.role_ids as member_roles
    from guild_members m join guild_roles r on r.guild_id = m.guild_id
      and (r.role_id = m.guild_id or r.role_id = any(m.role_ids))
    where m.guild_id = ${guild_id} and m.user_id = ${user_id}`.execute(ctx.db);
  return rows;
}

/** What the bot may do in a channel, computed from the cache in Discord's order: everyone, roles, itself. */
export async function botPermissionsIn(
  ctx: Context,
  guild_id: string,
  channel_id: string,
  known?: BotAccess,
): Promise<bigint> {
  const bot = known ?? (await botAccess(ctx, guild_id));
  if (bot.permissions === everything) return everything;
  const channel = await ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .select('permission_overwrites')
    .executeTakeFirst();
  const overwrites = (channel?.permission_overwrites ?? []) as unknown as Overwrite[]; // as Discord sent them
  return permissionsIn({ guild_id, user_id: ctx.discord.user_id, ...bot }, overwrites);
}
