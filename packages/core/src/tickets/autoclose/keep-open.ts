import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise, authoriseTicket } from '../../access/authorise.ts';
import type { Call, UserCall } from '../../access/caller.ts';
import { showWithoutTime, takeTime } from '../close-requests/close-request-timer.ts';
import type { Ticket, TicketKey } from '../model/find.ts';

/**
 * Starts the time again after which a ticket closes by itself. For its opener and the staff who work it. The warning whose
 * button that is says so.
 */
export async function keepOpen(call: UserCall, ticket: Ticket, warning_id: string): Promise<void> {
  await authoriseTicket(call, 'ticket.keep_open', ticket, {
    claimed: 'ticket.member_denied',
    denied: 'ticket.member_denied',
  });
  const { numUpdatedRows } = await call.db
    .updateTable('tickets')
    .set((eb) => ({
      auto_close_kept_at: call.clock.now(),
      auto_close_warning_id: eb.fn('nullif', ['auto_close_warning_id', sql`${warning_id}::bigint`]),
    }))
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (!numUpdatedRows) throw new AppError('ticket.not_open', { params: { ticket_id: ticket.ticket_id } });
}

/**
 * Takes a ticket out of closing by itself, or back in; its time then starts again, or it would be over at once. A close request loses
 * its time. Returns whether it is out now.
 */
export async function toggleAutoClose(call: Call, { guild_id, ticket_id }: TicketKey): Promise<boolean> {
  authorise(call, 'ticket.exclude_from_autoclose', guild_id);
  const { isOut, channel_id, untimed } = await call.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('tickets')
      .set({ auto_close_excluded: sql`not auto_close_excluded`, auto_close_kept_at: call.clock.now() })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'open')
      .returning(['auto_close_excluded', 'channel_id'])
      .executeTakeFirst();
    if (!changed) throw new AppError('ticket.not_open', { params: { ticket_id } });
    const { auto_close_excluded: isOut, channel_id } = changed;
    return { isOut, channel_id, untimed: isOut ? await takeTime(tx, { guild_id, ticket_id }) : undefined };
  });
  if (untimed && channel_id) await showWithoutTime(call, untimed, channel_id);
  return isOut;
}
