import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/events/events.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { isBotGone } from '../../servers/bot-gone.ts';
import { settingsFor } from '../../settings/read.ts';
import { forgetReads } from '../conversation/read-marks.ts';
import type { TicketKey } from '../model/find.ts';
import { noWebhook } from '../model/save.ts';
import { isContinued } from '../model/unfinished.ts';
import { keepOrForget } from './closing.ts';

/**
 * Closes a ticket of a server in which no bot of ours works any more, in the database alone: nobody can close it any more, and nothing
 * of it can be changed in Discord. If the bot comes back, the channel no longer belongs to a ticket.
 */
export async function closeWithoutBot(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const key = { guild_id, ticket_id };
  const settings = await settingsFor(ctx, guild_id);
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    const now = ctx.clock.now();
    await transact(ctx, async (tx, emit) => {
      const closed = await tx
        .updateTable('tickets')
        .set(({ fn, val }) => ({
          status: 'closed' as const,
          closed_at: fn.coalesce('closed_at', val(now)),
          close_source: fn.coalesce('close_source', val('user_left' as const)),
          channel_removed_at: fn.coalesce('channel_removed_at', val(now)),
          ...noWebhook,
        }))
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .where('status', '<>', 'closed')
        .where(
          sql<boolean>`exists (select from guilds g where g.guild_id = ${guild_id} and ${isBotGone(sql`g`)})`,
        )
        .returning('ticket_id')
        .executeTakeFirst();
      if (!closed) return;
      await tx
        .deleteFrom('close_requests')
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .execute();
      await keepOrForget(tx, { settings }, key);
      await forgetReads(tx, key);
      emit({ type: 'ticket.changed', guild_id, ticket_id });
    });
    await isContinued(ctx.db, key);
  });
  if (done.busy) throw new Error('another process is at this ticket');
}
