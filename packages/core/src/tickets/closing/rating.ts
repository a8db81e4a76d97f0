import { AppError } from '@tickets/contract/platform/errors';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, type TicketKey, wasImported } from '../model/find.ts';
import { changeNotices } from './announce-closing.ts';
import { surveyOf } from './survey-offer.ts';

/**
 * Keeps the opener's rating of a closed ticket; a later one replaces it. The server decides whether it wants ratings.
 * Returns whether there is an exit survey to go on with.
 */
export async function rateTicket(
  call: UserCall,
  { rating, ...key }: TicketKey & { rating: 1 | 2 | 3 | 4 | 5 },
): Promise<{ survey: boolean }> {
  const ticket = await findTicket(call.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  await authoriseTicket(call, 'ticket.rate', key, { denied: 'ticket.rating_denied' });
  if (wasImported(ticket)) throw new AppError('ticket.rating_denied');
  const { settings } = await wordingOf(call, key.guild_id);
  if (!settings.feedback_enabled) throw new AppError('ticket.rating_disabled');
  await changeNotices(call, key, (tx) =>
    tx
      .updateTable('tickets')
      .set({ rating, rated_at: call.clock.now() })
      .where('guild_id', '=', key.guild_id)
      .where('ticket_id', '=', key.ticket_id)
      .execute(),
  );
  return { survey: (await surveyOf(call, ticket)) !== undefined };
}
