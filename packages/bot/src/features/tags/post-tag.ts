import type { Tag } from '@tickets/contract/tags';
import { tagMentions, tagMessage } from '@tickets/core/tags/message';
import { recordSaidFor } from '@tickets/core/tickets/conversation/messages';
import { findTicketByChannel } from '@tickets/core/tickets/model/find';
import { requireMayWrite } from '@tickets/core/tickets/model/ticket-access';
import type { APIChatInputApplicationCommandInteraction } from 'discord-api-types/v10';
import type { GuildCall } from '../../handlers.ts';

/** Says a tag to everybody in the channel. In a ticket it counts as a message of the person who used it. */
export async function postTag(
  { ctx, interaction, access, user, server, answer }: GuildCall<APIChatInputApplicationCommandInteraction>,
  tag: Tag,
): Promise<void> {
  const { guild_id } = server;
  const channel_id = interaction.channel.id;
  const here = await findTicketByChannel(ctx.db, guild_id, channel_id);
  const ticket = here?.status === 'open' ? here : undefined;
  if (ticket) await requireMayWrite(ctx.db, access, ticket);
  const { content, embeds } = await tagMessage(ctx, server, tag, { ticket });
  await answer.send({ ...(content && { content }), embeds, allowed_mentions: tagMentions });
  if (ticket)
    await recordSaidFor(ctx, { guild_id, channel_id, interaction_id: interaction.id, user_id: user.id });
}
