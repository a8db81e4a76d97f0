import type { Context } from '../../platform/context.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';

const shown = 5;

/**
 * The staff whom the opener is told to have helped: who claimed the ticket, then who wrote in it. A server that answers
 * from the dashboard under its own name names nobody who only wrote, and who answered so and not otherwise stays unnamed.
 */
export async function helpersOf(ctx: Context, { settings }: Wording, ticket: Ticket): Promise<string[]> {
  const { guild_id, ticket_id, opener_id, claimed_by } = ticket;
  const claimer = claimed_by ? [claimed_by] : [];
  if (settings.anonymise_dashboard_responses) return claimer;
  const wrote = await ctx.db
    .selectFrom('ticket_participants as p')
    .where('p.guild_id', '=', guild_id)
    .where('p.ticket_id', '=', ticket_id)
    .where('p.unnamed', '=', false)
    .where('p.user_id', 'not in', [opener_id, ctx.discord.user_id])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket_members as m')
            .where('m.guild_id', '=', guild_id)
            .where('m.ticket_id', '=', ticket_id)
            .whereRef('m.member_id', '=', 'p.user_id')
            .select('m.member_id'),
        ),
      ),
    )
    .select('p.user_id')
    .orderBy('p.user_id')
    .limit(shown + 1)
    .execute();
  return [...new Set([...claimer, ...wrote.map(({ user_id }) => user_id)])].slice(0, shown);
}
