import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { getMember } from './members.ts';

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
  const member = await getMember(ctx, guild_id, id);
  const role_ids = [guild_id, ...(member?.role_ids ?? [])];
  const { rows } = await sql<{ role_id: string; permissions: string; bot_id: string | null }>`
    select role_id, permissions, bot_id from guild_roles
    where guild_id = ${guild_id} and role_id = any(${role_ids}::bigint[])`.execute(ctx.db);
  const held = rows.reduce((all, role) => all | BigInt(role.permissions), 0n);
  return {
    role_id: rows.find((role) => role.bot_id === id)?.role_id ?? null,
    permissions: held & P.Administrator ? everything : held,
    role_ids,
  };
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
