import type { Tx } from '../../platform/db/db.ts';
import type { AppEvent } from '../../platform/events/events.ts';
import type { Ticket } from '../model/find.ts';

/** Moves the ticket's count of changes on past stored messages that were changed, and tells those who have it open. */
export async function messagesChanged(
  tx: Tx,
  emit: (event: AppEvent) => void,
  { guild_id, ticket_id, status, last_seq }: Pick<Ticket, 'guild_id' | 'ticket_id' | 'status' | 'last_seq'>,
  changed: readonly { message_id: string; seq: number }[],
): Promise<void> {
  if (!changed.length) return;
  await tx
    .updateTable('tickets')
    .set({ last_seq: last_seq + changed.length })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  if (status === 'closed') return;
  for (const { message_id, seq } of changed)
    emit({ type: 'ticket.message', guild_id, ticket_id, message_id, seq, change: 'update' });
}
