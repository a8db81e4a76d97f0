import { AppError } from '@tickets/contract/errors';
import type { Access } from '../../access/access.ts';
import { findTicketFacts, hiddenTicket, type TicketFacts } from '../../access/ticket-access.ts';
import type { Parties } from '../../access/ticket-parties.ts';
import { mayViewTicket, mayWriteInTicket } from '../../access/tickets.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TicketKey } from './find.ts';

/** Refuses anyone who may not see a ticket. */
export async function requireTicketAccess(db: Db | Tx, access: Access, key: TicketKey): Promise<TicketFacts> {
  const facts = await findTicketFacts(db, key);
  if (!facts) throw new AppError('ticket.not_found');
  if (!mayViewTicket(access, facts, facts.panel).allowed) throw hiddenTicket(access, facts);
  return facts;
}

/** Refuses whom the claim of someone else leaves a ticket only to read, or not at all. */
export async function requireMayWrite(db: Db | Tx, access: Access, key: TicketKey): Promise<void> {
  const facts = await findTicketFacts(db, key);
  if (facts) refuseReaders(access, facts);
}

/** As requireMayWrite(), where it is known who is concerned with the ticket. */
export function refuseReaders(access: Access, ticket: Parties): void {
  const { allowed, rule } = mayWriteInTicket(access, ticket, ticket.panel);
  if (allowed || rule !== 'claimed') return;
  throw new AppError('ticket.claimed_to_write', { params: { user: `<@${ticket.claim?.claimed_by}>` } });
}

/** Whether someone may see a ticket. */
export async function seesTicket(db: Db | Tx, access: Access, key: TicketKey): Promise<boolean> {
  const facts = await findTicketFacts(db, key);
  return facts !== undefined && mayViewTicket(access, facts, facts.panel).allowed;
}
