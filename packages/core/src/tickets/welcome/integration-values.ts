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
    answers: byLabel(answers),
    is_new,
  });
}

/** A label that a form has more than once is numbered from the second on. */
function byLabel(answers: readonly { label: string; value: string }[]): Record<string, string> {
  const found = new Map<string, string>();
  for (const { label, value } of answers) {
    let name = label;
    for (let nth = 2; found.has(name); nth++) name = `${label} (${nth})`;
    found.set(name, value);
  }
  return Object.fromEntries(found);
}
