import { successEmbed } from '@tickets/core/discord/look';
import { closeTicket } from '@tickets/core/tickets/close';
import type { APIInteraction } from 'discord-api-types/v10';
import type { TicketCall } from '../../handlers.ts';

/** What every way to close in Discord comes to: the ticket closes, and its channel is told while it is there. */
export function closeHere(
  { ctx, user, ticket, server, answer }: TicketCall<APIInteraction>,
  reason: string | null,
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const embed = successEmbed(server.look, { description: server.t.closing.under_way });
  return closeTicket(
    ctx,
    { guild_id, ticket_id, actor: { kind: 'user', user_id: user.id }, reason, source: 'discord' },
    { onBegun: () => answer.send({ embeds: [embed] }) },
  );
}
