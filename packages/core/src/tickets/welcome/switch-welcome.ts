import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import type { Wording } from '../../wording/look.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';
import { valuesForWelcome } from './integration-values.ts';
import { welcomeEmbed } from './welcome-embed.ts';
import { welcomeButtons } from './welcome-message.ts';

/**
 * Gives the welcome message the greeting of the ticket's panel. What stands below it keeps its words, and takes the new
 * colour where it had the old one. A message that is gone, or that Discord does not take, leaves the ticket as it is.
 * Returns false when Discord does not answer, and it is to be tried again.
 */
export async function refreshWelcome(ctx: Context, wording: Wording, ticket: Ticket): Promise<boolean> {
  const { channel_id, welcome_message_id } = ticket;
  if (!channel_id || !welcome_message_id) return true;
  const { channels } = ctx.discord.api;
  try {
    const panel = await panelOfTicket(ctx, ticket);
    const others = await valuesForWelcome(ctx, ticket, { is_new: false });
    const greeting = await welcomeEmbed(ctx, wording, ticket, panel?.welcome_message ?? null, others);
    const shown = await twice(() => channels.getMessage(channel_id, welcome_message_id));
    const [old, ...below] = shown.embeds;
    const recoloured = below.map((embed) =>
      embed.color === old?.color
        ? { ...embed, ...(greeting.color !== undefined && { color: greeting.color }) }
        : embed,
    );
    const message = { embeds: [greeting, ...recoloured], components: welcomeButtons(wording, ticket) };
    const at = { channel_id, message_id: welcome_message_id };
    await twice(() => editOwnMessage(ctx, ticket.guild_id, at, message));
    return true;
  } catch (error) {
    warnUnlessOutage(ctx.log, error, 'the welcome message still greets for another panel', {
      ...keyOf(ticket),
    });
    return isRefusal(error);
  }
}
