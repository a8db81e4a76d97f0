import { TicketId } from '@tickets/contract/tickets/tickets';
import type { TicketKey } from '@tickets/core/tickets/model/find';
import { requireNamed } from '@tickets/core/tickets/model/named-ticket';
import type { APIMessageComponentInteraction, APIModalSubmitInteraction } from 'discord-api-types/v10';
import type { GuildInput } from './handlers.ts';

/** The ticket that a button outside of its channel is about, or a form that such a button opened. */
export async function ticketNamedIn(
  {
    call,
    interaction,
    server,
  }: GuildInput<APIMessageComponentInteraction> | GuildInput<APIModalSubmitInteraction>,
  number: string | undefined,
): Promise<TicketKey> {
  const key = { guild_id: server.guild_id, ticket_id: TicketId.parse(number) };
  await requireNamed(call.db, key, interaction.message);
  return key;
}
