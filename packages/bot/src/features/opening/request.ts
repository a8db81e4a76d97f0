import type { OpenRequest, OpenSource } from '@tickets/core/tickets/model/open-request';
import type { APIInteraction } from 'discord-api-types/v10';
import type { GuildInput } from '../../interactions/handlers.ts';

/** The press as opening wants it: who, where, and what they may do there. */
export function openRequest(
  { interaction, server }: GuildInput<APIInteraction>,
  from: OpenSource,
): OpenRequest {
  const { channel, member } = interaction;
  if (!channel || !member) throw new Error(`interaction ${interaction.id} comes from no server`);
  return {
    guild_id: server.guild_id,
    interaction_id: interaction.id,
    channel: { id: channel.id, type: channel.type, permissions: BigInt(member.permissions) },
    from,
  };
}
