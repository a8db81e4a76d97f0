import { AppError } from '@tickets/contract/platform/errors';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { isBlacklisted } from '../../blacklist/blacklisted.ts';
import { closeTicket } from '../closing/close.ts';
import type { TicketKey } from '../model/find.ts';

/** Closes a ticket as its opener, where the settings let members close theirs, and the blacklist leaves them the bot. */
export async function closeOwnTicket(call: UserCall, key: TicketKey): Promise<void> {
  await authoriseTicket(call, 'ticket.close_own', key, { only_read: true });
  if (await isBlacklisted(call, call.caller.access)) throw new AppError('ticket.blacklisted');
  await closeTicket(call, { ...key, reason: null, source: 'dashboard' });
}
