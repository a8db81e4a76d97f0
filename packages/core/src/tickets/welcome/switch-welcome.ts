import type { DiscordAPIError } from '@discordjs/rest';
import { embedLimits } from '@tickets/contract/embeds/embed-limits';
import type { APIEmbed, RESTPatchAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { embedSize } from '../../embeds/size.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { refusesContent, unlessRefused } from '../../platform/discord/failures.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import type { Wording } from '../../wording/look.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { panelOfTicket } from '../model/ticket-panel.ts';
import { valuesForWelcome } from './integration-values.ts';
import { welcomeEmbed } from './welcome-embed.ts';
import { welcomeButtons } from './welcome-message.ts';

/**
 * Gives the welcome message the greeting of the ticket's panel and the ticket's present buttons; where Discord refuses the greeting,
 * the buttons alone. A message that is gone leaves the ticket as it is. Throws what is to be tried again: Discord did not answer, or
 * takes no more calls for now.
 */
export async function refreshWelcome(ctx: Context, wording: Wording, ticket: Ticket): Promise<void> {
  const { guild_id, channel_id, welcome_message_id: message_id } = ticket;
  if (!channel_id || !message_id) return;
  const components = welcomeButtons(wording, ticket);
  const edit = (body: RESTPatchAPIChannelMessageJSONBody) =>
    twice(() => editOwnMessage(ctx, guild_id, { channel_id, message_id }, body));
  const warn = (err: DiscordAPIError, message: string) => ctx.log.warn({ err, ...keyOf(ticket) }, message);
  const greetAnew = async () => {
    const shown = await twice(() => ctx.discord.api.channels.getMessage(channel_id, message_id));
    await edit({ embeds: await withNewGreeting(ctx, wording, ticket, shown.embeds), components });
  };
  let isGreetingRefused = false;
  await unlessRefused(greetAnew(), (err) => {
    isGreetingRefused = refusesContent(err);
    warn(err, 'the welcome message still greets for another panel');
  });
  if (isGreetingRefused)
    await unlessRefused(edit({ components }), (err) =>
      warn(err, 'the welcome message has the buttons of another panel'),
    );
}

/** What stands below the greeting keeps its text, so the greeting has the room that it leaves. It takes the new colour where it had the old one. */
async function withNewGreeting(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  [old, ...below]: readonly APIEmbed[],
): Promise<APIEmbed[]> {
  const panel = await panelOfTicket(ctx, ticket);
  const greeting = await welcomeEmbed(ctx, wording, ticket, panel?.welcome_message ?? null, {
    others: await valuesForWelcome(ctx, ticket, { is_new: false }),
    room: embedLimits.total - below.reduce((sum, embed) => sum + embedSize(embed), 0),
  });
  const colour = greeting.color !== undefined && { color: greeting.color };
  return [greeting, ...below.map((embed) => (embed.color === old?.color ? { ...embed, ...colour } : embed))];
}
