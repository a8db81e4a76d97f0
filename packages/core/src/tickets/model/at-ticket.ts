import { AppError } from '@tickets/contract/platform/errors';
import type { UserCall } from '../../access/caller.ts';
import { loadAccess, mayKnowOf } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import { inTurn, ticketLock } from '../../platform/locks/ticket-lock.ts';
import { findTicket, type Ticket, type TicketKey } from './find.ts';

/**
 * Does something to an open ticket for a person, under the ticket's lock and with what they may do by then: of `press`, the access may
 * be seconds old. A removal from the staff before that is seen here; a later one waits for the lock, and sees what `work` wrote.
 */
export function atTicket<T>(
  press: UserCall,
  key: TicketKey,
  work: (call: UserCall, ticket: Ticket) => Promise<T>,
): Promise<T> {
  const { guild_id, ticket_id } = key;
  return inTurn(press.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await findOpenTicket(press, key);
    return work(await asOfNow(press, guild_id), ticket);
  });
}

export async function findOpenTicket({ db }: Context, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  if (ticket.status !== 'open')
    throw new AppError('ticket.not_open', { params: { ticket_id: key.ticket_id } });
  return ticket;
}

/** The same call, by someone who may do what they may do now. Discord is not asked about strangers, who may do nothing anyway. */
export async function asOfNow(press: UserCall, guild_id: string): Promise<UserCall> {
  if (!mayKnowOf(press.caller.access)) return press;
  const access = await loadAccess(press, guild_id, press.caller.user_id);
  if (!access) throw new AppError('guild.not_found');
  return { ...press, caller: { ...press.caller, access } };
}
