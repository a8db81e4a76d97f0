import type { Context } from '../../platform/context.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { continueClosing } from '../closing/closing.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { continueOpening, isOpeningUnfinished } from '../opening/open-steps.ts';

/**
 * Does what is missing of a ticket that a crash, an outage or a hand in Discord left half opened or half closed.
 * Throws when it should be tried again; `busy` when another process is at it.
 */
export async function continueTicket(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
): Promise<'done' | 'busy'> {
  const key = { guild_id, ticket_id };
  const steps = async () => {
    const ticket = await findTicket(ctx.db, key);
    if (ticket?.status === 'closing') await continueClosing(ctx, key);
    else if (ticket && isOpeningUnfinished(ticket)) await openOrUndo(ctx, key);
  };
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), steps);
  return done.busy ? 'busy' : 'done';
}

/** Does it now if Discord lets us; otherwise the ticket's job does it later, so the caller need not fail. */
export async function continueTicketNow(ctx: Context, key: TicketKey): Promise<void> {
  try {
    await continueTicket(ctx, key);
  } catch (error) {
    const { guild_id, ticket_id } = key;
    ctx.log.warn(
      { err: error, guild_id, ticket_id },
      'a ticket could not be finished now and is finished later',
    );
  }
}

/** Opening throws also when Discord refused for good and the ticket was undone; then nothing is left to be done. */
async function openOrUndo(ctx: Context, key: TicketKey): Promise<void> {
  try {
    await continueOpening(ctx, key);
  } catch (error) {
    const ticket = await findTicket(ctx.db, key);
    if (ticket && isOpeningUnfinished(ticket)) throw error;
    ctx.log.info({ err: error, ...key }, 'a ticket was undone');
  }
}
