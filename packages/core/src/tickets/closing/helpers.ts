import type { Context } from '../../platform/context.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';

const shown = 5;

/**
 * The staff whom the opener is told to have helped: who claimed the ticket, then who wrote in it. A server that answers
 * from the dashboard under its own name names nobody who only wrote, and who answered so and not otherwise stays unnamed.
 */
export async function helpersOf(ctx: Context, { settings }: Wording, ticket: Ticket): Promise<string[]> {
  const { guild_id, ticket_id, claimed_by } = ticket;
  const claimer = claimed_by ? [claimed_by] : [];
  if (settings.anonymise_dashboard_responses) return claimer;
  const wrote = await ctx.db
    .selectFrom('ticket_participants')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('unnamed', '=', false)
    .where('as_staff', '=', true)
    .select('user_id')
    .orderBy('user_id')
    .limit(shown + 1)
    .execute();
  return [...new Set([...claimer, ...wrote.map(({ user_id }) => user_id)])].slice(0, shown);
}
