import { AppError } from '@tickets/contract/platform/errors';
import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import { isOfDatabase } from '../platform/db/outage.ts';
import { refusedByDiscord } from '../platform/discord/ask.ts';
import { hasDiscordCode, isRefusal } from '../platform/discord/failures.ts';
import { en } from '../platform/texts/en.ts';
import { botAccess, botPermissionsIn } from '../servers/bot-access.ts';

/** The names of the permissions in a set, as discord-api-types calls them and the text files translate them. */
export type PermissionName = keyof typeof en.permissions;

export function permissionNames(permissions: bigint): PermissionName[] {
  return (Object.keys(en.permissions) as PermissionName[]).filter(
    (name) => (permissions & PermissionFlagsBits[name]) !== 0n,
  );
}

/** What the bot needs in a category to allow it in one of its channels. */
const toGive =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.ReadMessageHistory;
/** What the bot needs in a category to make a channel in it, or to move one there. */
export const categoryNeeds = toGive | PermissionFlagsBits.ManageChannels;

interface Where {
  guild_id: string;
  channel_id?: string | null;
  /** The category that a channel was to be made in, or moved to. */
  category_id?: string | null;
  needs: bigint;
}

/**
 * Says in our words what Discord refused. For a lack of permissions, which ones the bot lacks of those that it
 * `needs` there, and in which channel or category. Anything but a refusal means that Discord does not answer; an error of
 * the database goes on as it is.
 */
export async function explainRefusal(ctx: Context, error: unknown, where: Where): Promise<AppError> {
  if (error instanceof AppError) return error;
  if (isOfDatabase(error)) throw error;
  if (!isRefusal(error)) return new AppError('discord.unavailable', { cause: error });
  if (hasDiscordCode(error, RESTJSONErrorCodes.MissingPermissions, RESTJSONErrorCodes.MissingAccess)) {
    const category =
      where.category_id &&
      (await lackingInCategory(ctx, where.guild_id, where.category_id, categoryNeeds, error));
    if (category) return category;
    const held = where.channel_id
      ? await botPermissionsIn(ctx, where.guild_id, where.channel_id)
      : (await botAccess(ctx, where.guild_id)).permissions;
    const lacking = permissionNames(where.needs & ~held);
    const channel = where.channel_id ? await channelOf(ctx, where.guild_id, where.channel_id) : undefined;
    if (lacking.length) return missingPermissions(lacking, { channel: channel?.name, cause: error });
    const parent = channel?.parent_id;
    const around = parent && (await lackingInCategory(ctx, where.guild_id, parent, toGive, error));
    if (around) return around;
  }
  if (hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfGuildChannelsReached))
    return new AppError('ticket.guild_full', { cause: error });
  if (hasFieldError(error, 'CHANNEL_PARENT_MAX_CHANNELS'))
    return new AppError('ticket.category_full', { cause: error });
  return refusedByDiscord(error);
}

async function lackingInCategory(
  ctx: Context,
  guild_id: string,
  category_id: string,
  needs: bigint,
  cause: unknown,
): Promise<AppError | undefined> {
  const lacking = permissionNames(needs & ~(await botPermissionsIn(ctx, guild_id, category_id)));
  if (!lacking.length) return undefined;
  const category = await channelOf(ctx, guild_id, category_id);
  return new AppError('discord.category_permissions', {
    params: { category: category?.name ?? category_id, permissions: named(lacking) },
    details: { permissions: lacking },
    cause,
  });
}

/** A channel or category of the server; undefined for a thread. */
const channelOf = (ctx: Context, guild_id: string, channel_id: string) =>
  ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .select(['name', 'parent_id'])
    .executeTakeFirst();

const named = (names: PermissionName[]) => names.map((name) => en.permissions[name]).join(', ');

export function missingPermissions(
  names: PermissionName[],
  { channel, cause }: { channel?: string | undefined; cause?: unknown } = {},
): AppError {
  const permissions = named(names);
  // For the doors that speak other languages.
  const rest = { details: { permissions: names }, cause };
  if (channel === undefined)
    return new AppError('discord.missing_permissions', { params: { permissions }, ...rest });
  return new AppError('discord.channel_permissions', { params: { channel, permissions }, ...rest });
}

/** Discord's code for a field problem inside an invalid form, such as CHANNEL_PARENT_MAX_CHANNELS. */
export function hasFieldError(error: unknown, code: string): boolean {
  return (
    hasDiscordCode(error, RESTJSONErrorCodes.InvalidFormBodyOrContentType) &&
    JSON.stringify(error.rawError).includes(`"${code}"`)
  );
}
