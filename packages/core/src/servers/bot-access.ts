import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { fetchMember } from './members.ts';

export interface BotAccess {
  /** The role that Discord made for the bot; null where it was invited without permissions. */
  role_id: string | null;
  /** What the bot may do in the server as a whole. */
  permissions: bigint;
  role_ids: string[];
}

const everything = (1n << 62n) - 1n;

/** What the bot is and may do in a server, as the gateway told it. */
export async function botAccess(ctx: Context, guild_id: string): Promise<BotAccess> {
  const id = ctx.discord.user_id;
  let roles = await rolesOf(ctx, guild_id, id);
  if (!roles.length) {
    await fetchMember(ctx, guild_id, id);
    roles = await rolesOf(ctx, guild_id, id);
  }
  const held = roles.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return {
    role_id: roles.find((role) => role.bot_id === id)?.role_id ?? null,
    permissions: held & P.Administrator ? everything : held,
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

interface Overwrite {
  id: string;
  type: OverwriteType;
  allow: string;
  deny: string;
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
  const apply = (permissions: bigint, matching: Overwrite[]) => {
    const allow = matching.reduce((all, overwrite) => all | BigInt(overwrite.allow), 0n);
    const deny = matching.reduce((all, overwrite) => all | BigInt(overwrite.deny), 0n);
    return (permissions & ~deny) | allow;
  };
  const roles = overwrites.filter(({ type }) => type === OverwriteType.Role);
  let permissions = apply(
    bot.permissions,
    roles.filter(({ id }) => id === guild_id),
  );
  permissions = apply(
    permissions,
    roles.filter(({ id }) => id !== guild_id && bot.role_ids.includes(id)),
  );
  return apply(
    permissions,
    overwrites.filter(({ type, id }) => type === OverwriteType.Member && id === ctx.discord.user_id),
  );
}
