import { AppError } from '@tickets/contract/platform/errors';
import type { APIMessage } from 'discord-api-types/v10';
import type { Db } from '../../platform/db/db.ts';
import { findTicket, type Ticket, type TicketKey, wasImported } from './find.ts';

/**
 * Throws unless a message outside the ticket's channel is about this very ticket, and not about another one with the same number. After a
 * restore a number can be given out again, while messages about the first ticket are still in Discord.
 */
export async function requireNamed(db: Db, key: TicketKey, message: APIMessage | undefined): Promise<void> {
  const ticket = await findTicket(db, key);
  if (!ticket || !message || !isAbout(ticket, message)) throw new AppError('ticket.message_outdated');
}

/**
 * Every message about a ticket has a higher id than the press that opened it; both ids are Discord's, so no clocks are compared. An imported
 * ticket has no press, but its messages show when it was opened.
 */
function isAbout(ticket: Ticket, message: APIMessage): boolean {
  if (!wasImported(ticket)) return BigInt(message.id) > BigInt(ticket.interaction_id);
  return JSON.stringify(message.embeds).includes(shownOpening(ticket));
}

/** When a ticket was opened, as Discord shows it to each reader in their own time. */
export const shownOpening = ({ opened_at }: Pick<Ticket, 'opened_at'>): string =>
  `<t:${Math.floor(opened_at.getTime() / 1000)}:f>`;
