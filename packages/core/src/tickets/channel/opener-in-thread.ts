import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '../../platform/context.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { inTurn, ticketLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { findTicket, type TicketKey } from '../model/find.ts';

/** Somebody is a member again: they are in their open threads again, which Discord took them out of when they left. */
export async function letIntoThreadsAgain(
  ctx: Context,
  { guild_id, user_id }: { guild_id: string; user_id: string },
): Promise<void> {
  const threads = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('opener_id', '=', user_id)
    .where('status', '=', 'open')
    .where('is_thread', '=', true)
    .select(['guild_id', 'ticket_id'])
    .execute();
  for (const ticket of threads) await letOpenerIn(ctx, ticket);
}

/**
 * Puts the opener of an open ticket into its thread, which they may have left. Changes nothing where they are in it. Where Discord does
 * not do it, `/add` does it later.
 */
export async function letOpenerIn(ctx: Context, key: TicketKey): Promise<void> {
  const { guild_id, ticket_id } = key;
  const { api } = ctx.discord;
  try {
    // A thread that is being closed stays in the archive.
    await inTurn(ctx.db, ticketLock(guild_id, ticket_id), async () => {
      const ticket = await findTicket(ctx.db, key);
      if (ticket?.status !== 'open' || !ticket.is_thread || !ticket.channel_id) return;
      const { channel_id, opener_id } = ticket;
      await outOfArchive(api, channel_id, () => api.threads.addMember(channel_id, opener_id));
    });
  } catch (err) {
    const message = 'the opener of a ticket could not be put into its thread';
    if (isRefusal(err) || err instanceof AppError) ctx.log.info({ err, guild_id, ticket_id }, message);
    else warnUnlessOutage(ctx.log, err, message, { guild_id, ticket_id });
  }
}
