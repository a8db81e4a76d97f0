import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { type EffectKind, type InBackground, takenUp, want } from '../../platform/effects/effects.ts';
import { settleQuietly } from '../../platform/effects/settle.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { findTicket, type TicketKey } from '../model/find.ts';

const ofTicket = ({ guild_id, ticket_id }: TicketKey) => ({ guild_id, key: String(ticket_id) });

/** The opener of an open ticket is in its thread, which they may have left. Where Discord refuses, `/add` can do it later. */
export const openerInThread: EffectKind = {
  name: 'ticket.opener_in_thread',
  // A thread that is being closed stays in the archive.
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (ticket?.status !== 'open' || !ticket.is_thread || !ticket.channel_id) return undefined;
    const { channel_id, opener_id } = ticket;
    const { api } = ctx.discord;
    await outOfArchive(api, channel_id, () => api.threads.addMember(channel_id, opener_id)).catch(
      (err: unknown) => {
        if (!isRefusal(err)) throw err;
        ctx.log.info(
          { err, guild_id, ticket_id: key },
          'the opener of a ticket may not be put into its thread',
        );
      },
    );
    return undefined;
  },
};

/** Wants the opener in the thread. Unless `in_background`, the caller goes on with openerFollows(). */
export const openerReturns = (db: Db | Tx, ticket: TicketKey, how?: InBackground): Promise<void> =>
  want(db, openerInThread, { ...ofTicket(ticket), wanted: {} }, takenUp(how));

export const openerFollows = (ctx: Context, ticket: TicketKey): Promise<boolean> =>
  settleQuietly(ctx, openerInThread, ofTicket(ticket));

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
  // What else happens in the server does not wait for it.
  for (const ticket of threads) await openerReturns(ctx.db, ticket, { in_background: true });
}
