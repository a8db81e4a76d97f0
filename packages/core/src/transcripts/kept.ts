import { AppError } from '@tickets/contract/platform/errors';
import type { Db, Tx } from '../platform/db/db.ts';
import { findTicket, type Ticket, type TicketKey } from '../tickets/model/find.ts';

/** A closed ticket whose transcript is kept; throws `transcript.not_found` for any other. */
export async function keptTranscript(db: Db | Tx, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(db, key);
  if (ticket?.status !== 'closed' || !ticket.has_transcript) throw new AppError('transcript.not_found');
  return ticket;
}
