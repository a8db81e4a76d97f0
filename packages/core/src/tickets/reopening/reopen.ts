import type { Context } from '../../platform/context.ts';
import { type EffectKind, takenUp, want } from '../../platform/effects/effects.ts';
import { settleQuietly } from '../../platform/effects/settle.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { joinNotice, joinNoticeReturns } from '../channel/join-notice.ts';
import { openerFollows, openerReturns } from '../channel/opener-in-thread.ts';
import { staysUnlocked } from '../closing/thread-lock.ts';
import { backfillTicket } from '../conversation/backfill.ts';
import { findTicket, findTicketByChannel, type Ticket, type TicketKey } from '../model/find.ts';
import { openSince, wasReopened } from '../model/open-thread.ts';
import { withReasonAuthor } from '../model/reason-authors.ts';
import { greetAnewLater, lostWords } from '../model/told-greeting.ts';
import { continueLater } from '../model/unfinished.ts';
import { isOpeningUnfinished } from '../opening/open-steps.ts';
import { leaveOthersBehind } from './come-along.ts';
import { isOpenerGone } from './reopen-checks.ts';

/** A closing that has come past the thread is over soon, and so is what another process does with the ticket. */
const againMs = 2_000;

/** A ticket that is closed while its thread is open again: its row follows, also where Discord does not answer at once. */
export const reopenedThread: EffectKind = {
  name: 'ticket.reopened',
  lockOf: ({ guild_id, key }) => `reopened:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key }) {
    const ticket_id = Number(key);
    const again = () => new Date(Date.now() + againMs);
    const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
      const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
      if (ticket?.status === 'closing') return again();
      // What was heard may be old: closing takes a thread out of the archive to say its last word.
      if (!ticket?.channel_id || !wasReopened(ticket, await openSince(ctx, ticket.channel_id)))
        return undefined;
      return markReopened(ctx, ticket);
    });
    if (done.busy) return again();
    if (done.value instanceof Date) return done.value;
    if (done.value) await followReopening(ctx, done.value);
    return undefined;
  },
};

/** A thread was unlocked and taken out of the archive, as by hand: its ticket is open again, or is as soon as its closing is over. */
export async function threadReopened(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  const ticket = await findTicketByChannel(ctx.db, guild_id, channel_id);
  // What has not closed the thread yet will do so.
  const isPutAway =
    ticket?.status === 'closed' || (ticket?.status === 'closing' && ticket.channel_removed_at);
  if (!ticket?.is_thread || !isPutAway) return;
  const of = { guild_id, key: String(ticket.ticket_id) };
  await want(ctx.db, reopenedThread, { ...of, wanted: {} }, takenUp());
  await settleQuietly(ctx, reopenedThread, of);
}

/**
 * Opens the row of a closed ticket whose thread is open, unless someone did already. Under the lock of the ticket, so that nothing puts
 * the thread away meanwhile. Returns the row for `followReopening`. `by`: who asked the bot for it.
 */
export async function markReopened(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  by?: string,
): Promise<Ticket | undefined> {
  const closed = await findTicket(ctx.db, { guild_id, ticket_id });
  if (closed?.status !== 'closed') return undefined;
  await leaveOthersBehind(ctx, closed);
  const opener_was_gone = await isOpenerGone(ctx, closed, by);
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('tickets')
      .set({
        status: 'open',
        closed_at: null,
        closed_by: null,
        close_reason: null,
        // The thread says why, and not who.
        ...(closed.closer_unnamed &&
          closed.closed_by &&
          closed.close_reason && { reason_authors: withReasonAuthor(closed.closed_by) }),
        close_source: null,
        channel_removed_at: null,
        thread_left_open: false,
        has_transcript: false,
        archive_channel_id: null,
        archive_message_id: null,
        dm_channel_id: null,
        dm_message_id: null,
        dm_result: null,
        auto_close_excluded: false,
        auto_close_warned_at: null,
        reopened_at: ctx.clock.now(),
        changed_by: by ?? null,
        opener_was_gone,
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'closed')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    // Whoever made a link knew what there was to read, and not what is written from now on.
    await tx
      .updateTable('transcript_links')
      .set({ revoked_at: ctx.clock.now() })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('revoked_at', 'is', null)
      .execute();
    await staysUnlocked(tx, row);
    await joinNoticeReturns(tx, row);
    await openerReturns(tx, row);
    if (lostWords(row)) await greetAnewLater(tx, row);
    // It was closed before it was greeted: its buttons are in the greeting.
    if (isOpeningUnfinished(row)) await continueLater(tx, { guild_id, ticket_id });
    return row;
  });
}

/** What a ticket that is open again needs, once its lock is left. */
export async function followReopening(
  ctx: Context,
  { guild_id, ticket_id, channel_id }: Ticket,
): Promise<void> {
  ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  await openerFollows(ctx, { guild_id, ticket_id });
  // It is open all the same; what was missed is read by the next pass.
  if (channel_id)
    await backfillTicket(ctx, { guild_id, ticket_id, channel_id }, { depth: 'missed' }).catch(
      (error: unknown) =>
        warnUnlessOutage(ctx.log, error, 'a reopened thread could not be read', { guild_id, ticket_id }),
    );
  await settleQuietly(ctx, joinNotice, { guild_id, key: String(ticket_id) });
}
