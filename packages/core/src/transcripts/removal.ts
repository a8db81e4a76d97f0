import { AppError } from '@tickets/contract/platform/errors';
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
    await tx
      .updateTable('tickets')
      .set({ close_reason: null })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
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

/** Downloads and exports may hold what is forgotten now: those that are made are over, and those that are being made end. */
async function endDownloads(tx: Tx, guild_id: string): Promise<void> {
  for (const table of ['transcript_downloads', 'server_exports'] as const) {
    const ofServer = tx.updateTable(table).where('guild_id', '=', guild_id);
    // In this order: one that is finished meanwhile is not running any more, and then found among those that are done.
    await ofServer.where('state', '=', 'running').set({ state: 'cancelled' }).execute();
    await ofServer
      .where('state', '=', 'done')
      .set(({ ref }) => ({ file_expires_at: ref('finished_at') }))
      .execute();
  }
}

/**
 * Forgets what was said in a closed ticket, with the links to it, who read it, and what is quoted of it in a ticket that goes on from
 * it. Throws `transcript.not_found` where there is
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
  await removeQuotes(tx, emit, { ...key, closed_at: ticket.closed_at });
  for (const table of ['transcript_links', 'transcript_reads', 'outgoing_deliveries'] as const)
    await tx.deleteFrom(table).where('guild_id', '=', guild_id).where('ticket_id', '=', ticket_id).execute();
  await endDownloads(tx, guild_id);
  return forgotten;
}
