import { OverwriteType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';

/** Sets what a channel says of a person or a role; without permissions of their own it says nothing of them. */
export async function setOverwrite(
  { discord }: Context,
  { kind, id }: { kind: 'user' | 'role'; id: string },
  channel_id: string,
  { allow, deny, reason }: { allow?: string; deny?: string; reason: string },
): Promise<void> {
  const { channels } = discord.api;
  const type = kind === 'role' ? OverwriteType.Role : OverwriteType.Member;
  if (allow !== undefined && deny !== undefined) {
    await twice(() => channels.editPermissionOverwrite(channel_id, id, { type, allow, deny }, { reason }));
    return;
  }
  try {
    await twice(() => channels.deletePermissionOverwrite(channel_id, id, { reason }));
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownPermissionOverwrite)) throw error;
  }
}
