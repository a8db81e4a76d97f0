import { integrationValues } from '../../integrations/run.ts';
import type { Context } from '../../platform/context.ts';
import { answersOf } from '../model/answers.ts';
import type { Ticket } from '../model/find.ts';

/** What the integrations of the server say of a ticket's opener, by the names of their placeholders. */
export async function valuesForWelcome(
  ctx: Context,
  ticket: Ticket,
  { is_new }: { is_new: boolean },
): Promise<ReadonlyMap<string, string>> {
  const answers = await answersOf(ctx.db, ticket, 'form');
  return integrationValues(ctx, {
    guild_id: ticket.guild_id,
    user_id: ticket.opener_id,
    ticket_id: ticket.ticket_id,
    channel_id: String(ticket.channel_id),
    answers: Object.fromEntries(answers.map(({ label, value }) => [label, value])),
    is_new,
  });
}
