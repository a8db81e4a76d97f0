import { closeTicket } from '@tickets/core/tickets/closing/close';
import { successEmbed } from '@tickets/core/wording/look';
import type { APIInteraction } from 'discord-api-types/v10';
import type { AnswerMessage } from '../../interactions/answer.ts';
import type { TicketInput } from '../../interactions/handlers.ts';

/**
 * What every way to close in Discord comes to: the ticket closes, and that is said while its channel is there, as an
 * answer to the interaction unless it is told how else.
 */
export function closeHere(
  { call, ticket, server, answer }: TicketInput<APIInteraction>,
  reason: string | null,
  say: (message: AnswerMessage) => Promise<void> = (message) => answer.send(message),
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const embed = successEmbed(server.look, { description: server.t.closing.under_way });
  return closeTicket(
    call,
    { guild_id, ticket_id, reason, source: 'discord' },
    { onBegun: () => say({ embeds: [embed] }) },
  );
}
