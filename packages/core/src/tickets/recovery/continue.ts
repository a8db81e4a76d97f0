import { callBySystem } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import { isFinal } from '../../platform/discord/ask.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { continueClosing } from '../closing/closing.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { unfinishedTicket } from '../model/unfinished.ts';
import { continueOpening, isOpeningUnfinished } from '../opening/open-steps.ts';

/**
 * Does what is missing of a ticket that a crash, an outage or a hand in Discord left half opened or half closed.
 * Throws when it should be tried again; `busy` when another process is at it.
 */
export async function continueTicket(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
): Promise<'done' | 'busy'> {
  const steps = () => doSteps(ctx, { guild_id, ticket_id });
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), steps);
  return done.busy ? 'busy' : 'done';
}

async function doSteps(ctx: Context, key: TicketKey): Promise<void> {
  const ticket = await findTicket(ctx.db, key);
  const call = callBySystem(ctx, 'a ticket was left unfinished');
  if (ticket?.status === 'closing') await continueClosing(call, key);
  else if (ticket && isOpeningUnfinished(ticket)) await openOrUndo(call, key);
}

/** A ticket has no way back out of a state between two others, so its steps do not end with a refusal. */
const refusedWaitMs = 10 * 60_000;

/** The steps of tickets on their way. */
export const ticketSteps: EffectKind = {
  ...unfinishedTicket,
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    try {
      await doSteps(ctx, { guild_id, ticket_id: Number(key) });
      return undefined;
    } catch (error) {
      if (!isFinal(error)) throw error;
      ctx.log.error({ err: error, guild_id, ticket_id: key }, 'a ticket could not be finished');
      return new Date(Date.now() + refusedWaitMs);
    }
  },
};

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
