import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { lacksPermission } from '../../platform/discord/failures.ts';
import { type EffectKind, nextTry, settled, want } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { openSince } from '../model/open-thread.ts';
import { auditReasonOf } from './audit-reason.ts';

/**
 * The thread of a closed ticket that Discord did not let the bot lock. It is tried again each hour, and when permissions change
 * (`servers/duties-later.ts`), until the thread is in the archive: Discord puts it there when nothing is said in it for long.
 */
export const threadLock: EffectKind = {
  name: 'ticket.thread_lock',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (!ticket?.channel_id || (ticket.status !== 'closing' && ticket.status !== 'closed')) return undefined;
    const reason = await auditReasonOf(ctx, await wordingOf(ctx, guild_id), ticket);
    try {
      await noteRemoval(ctx, ticket, await putAway(ctx, ticket.channel_id, reason));
      return undefined;
    } catch (error) {
      if (!lacksPermission(error)) throw error;
      return (await openSince(ctx, ticket.channel_id)) && nextTry();
    }
  },
};

/** Unless it was reopened in this moment. */
async function noteRemoval(
  { db }: Context,
  { guild_id, ticket_id }: TicketKey,
  channel_removed_at: Date,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ channel_removed_at })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('status', 'in', ['closing', 'closed'])
    .execute();
}

const effectOf = ({ guild_id, ticket_id }: TicketKey) => ({ guild_id, key: String(ticket_id) });

export const lockWhenAllowed = (db: Db | Tx, ticket: TicketKey): Promise<void> =>
  want(db, threadLock, { ...effectOf(ticket), wanted: {} }, nextTry());

/** To be called in the transaction that opens the ticket again. */
export const staysUnlocked = (tx: Tx, ticket: TicketKey): Promise<void> =>
  settled(tx, threadLock, effectOf(ticket));

/** Locks a thread in the archive. Returns since when it is there, by Discord's clock, as what happens to it later is told. */
export async function putAway(ctx: Context, channel_id: string, reason: string): Promise<Date> {
  const body = { archived: true, locked: true };
  const thread = await ctx.discord.api.channels.edit(channel_id, body, { reason });
  const metadata = 'thread_metadata' in thread ? thread.thread_metadata : undefined;
  return metadata ? new Date(metadata.archive_timestamp) : ctx.clock.now();
}
