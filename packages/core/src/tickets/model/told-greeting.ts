import { deletedUser } from '@tickets/contract/platform/names';
import type { Tx } from '../../platform/db/db.ts';
import { takenUp, want } from '../../platform/effects/effects.ts';
import type { Ticket, TicketKey } from './find.ts';
import type { Origin } from './open-request.ts';

/** What a ticket begins with in Discord: its subject, and the message that it was started from. */
export const toldGreeting = { name: 'ticket.greeting' };

/** To be called in the transaction that removes words from the row of an open ticket, or reopens one. Discord follows. */
export function greetAnewLater(tx: Tx, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const about = { guild_id, key: String(ticket_id), wanted: {} };
  return want(tx, toldGreeting, about, takenUp({ in_background: true }));
}

/** Whether words were removed from the row, maybe while the ticket was closed and Discord did not follow. */
export function lostWords({ erased_subject, origin }: Pick<Ticket, 'erased_subject' | 'origin'>): boolean {
  const present = origin as Origin | null; // written by open-admit.ts
  return erased_subject !== null || present?.author_id === deletedUser.id;
}
