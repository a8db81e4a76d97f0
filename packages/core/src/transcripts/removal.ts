import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../platform/db/db.ts';
import { type AppEvent, transact } from '../platform/events/events.ts';
import { type Forgotten, forgetWords } from '../tickets/closing/forget.ts';
import { removeQuotes } from '../tickets/conversation/quoted.ts';
import type { TicketKey } from '../tickets/model/find.ts';

/** Removes everything that was said in a closed ticket, for good, and writes down who did. */
export async function removeTranscript(call: UserCall, key: TicketKey): Promise<void> {
  const { guild_id, ticket_id } = key;
  authorise(call, 'transcript.remove', guild_id);
  const now = call.clock.now();
  await transact(call, async (tx, emit) => {
    const { messages, files } = await forgetTranscript(tx, emit, key);
    await withdrawFiles(tx, key, now);
    await tx
      .insertInto('transcript_removals')
      .values({
        guild_id,
        ticket_id,
        removed_at: now,
        removed_by: call.caller.user_id,
        tickets: 1,
        messages: String(messages),
        files,
      })
      .execute();
    await record(tx, call, guild_id, {
      action: 'transcript.delete',
      resource: 'transcript',
      id: ticket_id,
      before: { messages, files },
    });
  });
}

/** What somebody deletes is in no file any more, nor in one that is being made. What is removed by age may stay in them: they last a day. */
async function withdrawFiles(tx: Tx, { guild_id, ticket_id }: TicketKey, now: Date): Promise<void> {
  // In this order: one that is finished meanwhile is not running any more, and then found among those that are done.
  await sql`
    update transcript_downloads set removed_ids = removed_ids || ${ticket_id}::int
    where guild_id = ${guild_id} and state in ('waiting', 'running')`.execute(tx);
  await sql`
    update transcript_downloads set state = 'withdrawn'
    where guild_id = ${guild_id} and state = 'done' and file_key is not null
      and coalesce(${ticket_id} = any(ticket_ids), true)`.execute(tx);
  // Of an export it is not known how far it is.
  await sql`
    update server_exports set state = 'withdrawn', finished_at = ${now}
    where guild_id = ${guild_id} and contents <> 'setup' and state = 'running'`.execute(tx);
  await sql`
    update server_exports e set state = 'withdrawn' from tickets t
    where e.guild_id = ${guild_id} and e.contents <> 'setup' and e.state = 'done' and e.file_key is not null
      and t.guild_id = e.guild_id and t.ticket_id = ${ticket_id} and t.opened_at <= e.finished_at`.execute(
    tx,
  );
}

/**
 * Forgets what was said in a closed ticket and why it was closed, with the links to it, who read it, and what is quoted of it in a
 * ticket that goes on from it. Throws `transcript.not_found` where there is
 * nothing to forget, or only what was said since (`closed_before`): its thread was reopened. Two at once take turns, and the second finds
 * nothing.
 */
export async function forgetTranscript(
  tx: Tx,
  emit: (event: AppEvent) => void,
  key: TicketKey,
  { closed_before }: { closed_before?: Date } = {},
): Promise<Forgotten> {
  const { guild_id, ticket_id } = key;
  const ticket = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .select(['status', 'has_transcript', 'closed_at'])
    .forUpdate()
    .executeTakeFirst();
  const isWanted = !closed_before || (ticket?.closed_at && ticket.closed_at < closed_before);
  if (ticket?.status !== 'closed' || !ticket.has_transcript || !isWanted)
    throw new AppError('transcript.not_found');
  const forgotten = await forgetWords(tx, key, { for_good: true });
  await tx
    .updateTable('tickets')
    .set({ close_reason: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  await removeQuotes(tx, emit, { ...key, closed_at: ticket.closed_at });
  for (const table of ['transcript_links', 'transcript_reads', 'outgoing_deliveries'] as const)
    await tx.deleteFrom(table).where('guild_id', '=', guild_id).where('ticket_id', '=', ticket_id).execute();
  return forgotten;
}
