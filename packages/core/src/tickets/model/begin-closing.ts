import type { Actor, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { texts } from '../../platform/texts/texts.ts';
import { settingsOf } from '../../settings/read.ts';
import { findTicketByChannel, type TicketKey } from './find.ts';

export type CloseSource =
  | 'discord'
  | 'dashboard'
  | 'auto_close'
  | 'user_left'
  | 'channel_deleted'
  | 'thread_archived';

/** When a job takes up what the closing process did not finish. */
const takeOverMs = 30_000;

/** Names the one job that finishes a closing. */
export const closingJobKey = ({ guild_id, ticket_id }: TicketKey) => `closing:${guild_id}:${ticket_id}`;

export interface Closing extends TicketKey {
  actor: Actor;
  reason: string | null;
  source: CloseSource;
}

/**
 * Moves a ticket from open to closing, with the job that brings it to its end: at once `by_job`, else when the caller
 * did not. False when it was not open.
 */
export async function beginClosing(
  ctx: Context,
  { guild_id, ticket_id, actor, reason, source }: Closing,
  { channel_removed = false, by_job = false }: { channel_removed?: boolean; by_job?: boolean } = {},
): Promise<boolean> {
  const closed_at = ctx.clock.now();
  const begun = await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('tickets')
      .set({
        status: 'closing',
        closed_at,
        closed_by: actor.kind === 'user' ? actor.user_id : null,
        close_reason: reason?.trim() || null,
        close_source: source,
        ...(channel_removed ? { channel_removed_at: closed_at } : {}),
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'open')
      .returning('ticket_id')
      .executeTakeFirst();
    if (!row) return undefined;
    // There is nothing left to ask.
    await tx
      .deleteFrom('close_requests')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    await continueClosingLater(tx, { guild_id, ticket_id }, by_job ? 0 : takeOverMs);
    return row;
  });
  if (begun) ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  return begun !== undefined;
}

/** Jobs run by the database's time, whatever time the rules are told. */
async function continueClosingLater(tx: Tx, key: TicketKey, delay_ms: number): Promise<void> {
  const runAt = new Date(Date.now() + delay_ms);
  await addJob(tx, 'ticket.continue', key, { key: closingJobKey(key), runAt });
}

/** A channel or thread was deleted, as the gateway tells: what is left to do is not for the gateway to wait for. When a ticket lived in it, the ticket is over; what was written in it is kept. */
export async function ticketChannelGone(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  const ticket = await findTicketByChannel(ctx.db, guild_id, channel_id);
  if (ticket?.status !== 'open') return;
  const t = texts((await settingsOf(ctx.db, guild_id)).text_language);
  const request = {
    ...systemClosing(ticket),
    reason: t.closing.channel_deleted,
    source: 'channel_deleted' as const,
  };
  await beginClosing(ctx, request, { channel_removed: true, by_job: true });
}

export const systemClosing = ({ guild_id, ticket_id }: TicketKey) => ({
  guild_id,
  ticket_id,
  actor: { kind: 'system' } as const,
});
