import { removeAttachments } from '../../files/attachments.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';

/** What was forgotten of a ticket. */
export interface Forgotten {
  messages: number;
  files: number;
}

/** Leaves nothing of a closed ticket that anyone wrote in it, or sent; its row stays, and says why it was closed. */
export async function forgetWords(tx: Tx, ticket: TicketKey): Promise<Forgotten> {
  const { guild_id, ticket_id } = ticket;
  const files = await removeAttachments(tx, ticket);
  const counts = [];
  for (const table of ['ticket_messages', 'ticket_replies', 'ticket_answers'] as const)
    counts.push(
      await tx
        .deleteFrom(table)
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .executeTakeFirst(),
    );
  await tx
    .updateTable('tickets')
    .set({ has_transcript: false, origin: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  return { messages: Number(counts[0]?.numDeletedRows ?? 0), files };
}
