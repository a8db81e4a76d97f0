import { sql } from 'kysely';
import { removeAttachments } from '../../files/attachments.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';

/** What was forgotten of a ticket. */
export interface Forgotten {
  messages: number;
  files: number;
}

const wasErased = sql<boolean>`(erased_at is not null or rewritten_at is not null)`;

/**
 * Leaves nothing of a closed ticket that anyone wrote in it, or sent; its row stays, and says why it was closed. A thread still has
 * all of it in Discord: where it is not removed `for_good`, it is read again if the thread is reopened, except for words that their
 * author had erased, or that name somebody who was, and everything before them.
 */
export async function forgetWords(
  tx: Tx,
  ticket: TicketKey,
  { for_good }: { for_good: boolean },
): Promise<Forgotten> {
  const { guild_id, ticket_id } = ticket;
  const { newest } = await tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .$if(!for_good, (query) => query.where(wasErased))
    .select(({ fn }) => fn.max('message_id').as('newest'))
    .executeTakeFirstOrThrow();
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
    // Whose words it was started from is still to be known when they have theirs erased.
    .set({ has_transcript: false, origin: sql`origin || '{"content": ""}'` })
    // Null counts as the least.
    .set(({ fn, val }) => ({ forgotten_up_to: fn('greatest', ['forgotten_up_to', val(newest)]) }))
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  return { messages: Number(counts[0]?.numDeletedRows ?? 0), files };
}
