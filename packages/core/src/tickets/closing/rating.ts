import { AppError } from '@tickets/contract/errors';
import type { Context } from '../../platform/context.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { refreshAnnouncements } from './announce-closing.ts';
import { surveyOf } from './survey-offer.ts';

/**
 * Keeps the opener's rating of a closed ticket; a later one replaces it. The server decides whether it wants ratings.
 * Returns whether there is an exit survey to go on with.
 */
export async function rateTicket(
  ctx: Context,
  { user_id, rating, ...key }: TicketKey & { user_id: string; rating: 1 | 2 | 3 | 4 | 5 },
): Promise<{ survey: boolean }> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  if (ticket.opener_id !== user_id) throw new AppError('ticket.rating_denied');
  const wording = await wordingOf(ctx, key.guild_id);
  if (!wording.settings.feedback_enabled) throw new AppError('ticket.rating_disabled');
  const rated = await ctx.db
    .updateTable('tickets')
    .set({ rating, rated_at: ctx.clock.now() })
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await refreshAnnouncements(ctx, wording, rated);
  return { survey: (await surveyOf(ctx, rated)) !== undefined };
}
