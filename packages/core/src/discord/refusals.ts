import { AppError } from '@tickets/contract/errors';
import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { en } from '../locales/en.ts';
import { botAccess, botPermissionsIn } from './bot-access.ts';
import { hasDiscordCode, isRefusal } from './failures.ts';

/** The names of the permissions in a set, as discord-api-types calls them and the text files translate them. */
export type PermissionName = keyof typeof en.permissions;

export function permissionNames(permissions: bigint): PermissionName[] {
  return (Object.keys(en.permissions) as PermissionName[]).filter(
    (name) => (permissions & PermissionFlagsBits[name]) !== 0n,
  );
}

/**
 * Says in our words what Discord refused. For a lack of permissions, which ones the bot lacks of those that it
 * `needs` there. Anything but a refusal means that Discord does not answer.
 */
export async function explainRefusal(
  ctx: Context,
  error: unknown,
  where: { guild_id: string; channel_id?: string | null; needs: bigint },
): Promise<AppError> {
  if (error instanceof AppError) return error;
  if (!isRefusal(error)) return new AppError('discord.unavailable', { cause: error });
  const { code, message } = error;
  if (hasDiscordCode(error, RESTJSONErrorCodes.MissingPermissions, RESTJSONErrorCodes.MissingAccess)) {
    const held = where.channel_id
      ? await botPermissionsIn(ctx, where.guild_id, where.channel_id)
      : (await botAccess(ctx, where.guild_id)).permissions;
    const lacking = permissionNames(where.needs & ~held);
    if (lacking.length) return missingPermissions(lacking, error);
  }
  if (hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfGuildChannelsReached))
    return new AppError('ticket.guild_full', { cause: error });
  if (hasFieldError(error, 'CHANNEL_PARENT_MAX_CHANNELS'))
    return new AppError('ticket.category_full', { cause: error });
  return refused(code, message, error);
}

export function missingPermissions(names: PermissionName[], cause?: unknown): AppError {
  return new AppError('discord.missing_permissions', {
    params: { permissions: names.map((name) => en.permissions[name]).join(', ') },
    // For the doors that speak other languages.
    details: { permissions: names },
    cause,
  });
}

/** Discord's own words where we have none for its code. */
function refused(code: number | string, message: string, cause: unknown): AppError {
  const known: Record<string, string> = en.discord;
  return new AppError('discord.refused', {
    params: { reason: known[code] ?? message },
    details: { discord_code: Number(code) },
    cause,
  });
}

/** Discord's code for a field problem inside an invalid form, such as CHANNEL_PARENT_MAX_CHANNELS. */
export function hasFieldError(error: unknown, code: string): boolean {
  return (
    hasDiscordCode(error, RESTJSONErrorCodes.InvalidFormBodyOrContentType) &&
    JSON.stringify(error.rawError).includes(`"${code}"`)
  );
}
