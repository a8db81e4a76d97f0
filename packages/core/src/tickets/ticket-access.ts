import { AppError } from '@tickets/contract/errors';
import type { Db, Tx } from '../db/db.ts';
import type { Access } from '../permissions/access.ts';
import { findTicketFacts, type TicketFacts } from '../permissions/ticket-access.ts';
import { mayViewTicket } from '../permissions/tickets.ts';
import type { TicketKey } from './find.ts';

/** Refuses whoever may not see a ticket. */
export async function requireTicketAccess(db: Db | Tx, access: Access, key: TicketKey): Promise<TicketFacts> {
  const facts = await findTicketFacts(db, key);
  if (!facts) throw new AppError('ticket.not_found');
  if (!mayViewTicket(access, facts, facts.panel).allowed) throw new AppError('permission.denied');
  return facts;
}

/** Whether somebody may see a ticket. */
export async function seesTicket(db: Db | Tx, access: Access, key: TicketKey): Promise<boolean> {
  const facts = await findTicketFacts(db, key);
  return facts !== undefined && mayViewTicket(access, facts, facts.panel).allowed;
}
