import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/events/events.ts';
import { texts } from '../../platform/texts/texts.ts';
import { settingsFor } from '../../settings/read.ts';
import { findTicketByChannel, holdTicket, type TicketKey } from './find.ts';
import { withReasonAuthor } from './reason-authors.ts';
import { continueLater } from './unfinished.ts';

export type CloseSource =
  | 'discord'
  | 'dashboard'
  | 'auto_close'
  | 'user_left'
  | 'channel_deleted'
  | 'thread_archived';

export interface Closing extends TicketKey {
  /** Null: the product itself. */
  closed_by: string | null;
  reason: string | null;
  source: CloseSource;
}

/**
 * Moves a ticket from open to closing. Its steps in Discord are taken up at once `in_background`, else when the caller has not
 * done them. What closes because its time is over is asked for once more while its row is held (`isStillDue`): somebody may
 * have kept it open since it was looked at. False when it was not open, or is not due any more.
 */
export async function beginClosing(
  ctx: Context,
  { guild_id, ticket_id, closed_by, reason, source }: Closing,
  {
    channel_removed = false,
    in_background = false,
    isStillDue,
  }: {
    channel_removed?: boolean;
    in_background?: boolean;
    isStillDue?: (tx: Tx) => Promise<boolean>;
  } = {},
): Promise<boolean> {
  const closed_at = ctx.clock.now();
  return transact(ctx, async (tx, emit) => {
    if (isStillDue) {
      await holdTicket(tx, { guild_id, ticket_id });
      if (!(await isStillDue(tx))) return false;
    }
    const row = await tx
      .updateTable('tickets')
      .set({
        status: 'closing',
        closed_at,
        closed_by,
        close_reason: reason?.trim() || null,
        // Reasons from before it was reopened no longer apply.
        reason_authors: sql<
          string[]
        >`case reason_authors when '{}' then '{}' else ${withReasonAuthor(closed_by)} end`,
        close_source: source,
        closer_unnamed: source === 'dashboard' && (await areAnswersAnonymised(tx, guild_id)),
        ...(channel_removed ? { channel_removed_at: closed_at } : {}),
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'open')
      .returning('ticket_id')
      .executeTakeFirst();
    if (!row) return false;
    // There is nothing left to ask.
    await tx
      .deleteFrom('close_requests')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    await continueLater(tx, { guild_id, ticket_id }, { in_background });
    emit({ type: 'ticket.changed', guild_id, ticket_id });
    return true;
  });
}

/** The setting as it is at this moment: the name of who closes is kept from members, or is not, by it. */
async function areAnswersAnonymised(tx: Tx, guild_id: string): Promise<boolean> {
  const settings = await tx
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .select('anonymise_dashboard_responses as anonymised')
    .executeTakeFirst();
  return settings?.anonymised ?? false;
}

/** A channel or thread was deleted, as the gateway tells: what is left to do is not for the gateway to wait for. When a ticket lived in it, the ticket is over; what was written in it is kept. */
export async function ticketChannelGone(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  const ticket = await findTicketByChannel(ctx.db, guild_id, channel_id);
  if (ticket?.status !== 'open') return;
  const t = texts((await settingsFor(ctx, guild_id)).text_language);
  const request = {
    ...systemClosing(ticket),
    reason: t.closing.channel_deleted,
    source: 'channel_deleted' as const,
  };
  await beginClosing(ctx, request, { channel_removed: true, in_background: true });
}

export const systemClosing = ({ guild_id, ticket_id }: TicketKey) => ({
  guild_id,
  ticket_id,
  closed_by: null,
});
