import { OverwriteType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { unchangeableOf } from './unchangeable.ts';

/**
 * Sets what a channel says of a person or a role; without permissions of their own it says nothing of them, but for what the bot
 * may not change.
 */
export async function setOverwrite(
  ctx: Context,
  { kind, id }: { kind: 'user' | 'role'; id: string },
  place: { guild_id: string; channel_id: string },
  { reason, ...given }: { allow?: string; deny?: string; reason?: string },
): Promise<void> {
  const { channels } = ctx.discord.api;
  const { channel_id } = place;
  const why = reason ? { reason } : {};
  const type = kind === 'role' ? OverwriteType.Role : OverwriteType.Member;
  const kept = await unchangeableOf(ctx, place, id);
  if (given.allow !== undefined || given.deny !== undefined || kept.allow || kept.deny) {
    const allow = String(BigInt(given.allow ?? 0) | kept.allow);
    const deny = String(BigInt(given.deny ?? 0) | kept.deny);
    await twice(() => channels.editPermissionOverwrite(channel_id, id, { type, allow, deny }, why));
    return;
  }
  try {
    await twice(() => channels.deletePermissionOverwrite(channel_id, id, why));
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownPermissionOverwrite)) throw error;
  }
}
