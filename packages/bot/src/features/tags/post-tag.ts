import type { Tag } from '@tickets/contract/tags/tags';
import { authoriseTicket } from '@tickets/core/access/authorise';
import { tagMentions, tagMessage } from '@tickets/core/tags/message';
import { recordSaidFor } from '@tickets/core/tickets/conversation/messages';
import { findTicketByChannel } from '@tickets/core/tickets/model/find';
import type { APIChatInputApplicationCommandInteraction } from 'discord-api-types/v10';
import type { GuildInput } from '../../interactions/handlers.ts';

/** Says a tag to everybody in the channel. In a ticket it counts as a message of the person who used it. */
export async function postTag(
  { call, interaction, user, server, answer }: GuildInput<APIChatInputApplicationCommandInteraction>,
  tag: Tag,
): Promise<void> {
  const { guild_id } = server;
  const channel_id = interaction.channel.id;
  const here = await findTicketByChannel(call.db, guild_id, channel_id);
  const ticket = here?.status === 'open' ? here : undefined;
  if (ticket) await authoriseTicket(call, 'ticket.post_tag', ticket, { claimed: 'ticket.claimed_to_write' });
  const { content, embeds } = await tagMessage(call, server, tag, { ticket });
  await answer.send({ ...(content && { content }), embeds, allowed_mentions: tagMentions(tag, ticket) });
  if (ticket)
    await recordSaidFor(call, { guild_id, channel_id, interaction_id: interaction.id, user_id: user.id });
}
