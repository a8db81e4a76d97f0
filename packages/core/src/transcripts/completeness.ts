import type { Completeness } from '@tickets/contract/transcripts/transcripts';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { unheardAuthor } from '../tickets/conversation/message-rows.ts';
import type { Ticket, TicketKey } from '../tickets/model/find.ts';

interface Reading {
  /** Messages of the ticket that its reader is shown. */
  shown: number;
  /** Those of them whose author had them erased, so that nothing is left to show. */
  erased: number;
  /** Whether the reader is shown what was deleted. To all others, what was deleted is not missing. */
  deleted: boolean;
}

/** How much of a closed ticket one reader is shown, and what is missing. */
export async function completenessOf(
  ctx: Context,
  ticket: Ticket,
  { shown, erased, deleted }: Reading,
): Promise<Completeness> {
  const found = await countMissing(ctx, ticket, deleted);
  const unheard = deleted ? found.unheard : 0;
  return {
    shown,
    total: shown + erased + unheard,
    unheard,
    erased,
    files_not_kept: found.files,
    read_until: wasReadAtTheEnd(ticket) ? null : (found.last ?? ticket.opened_at).toISOString(),
  };
}

/**
 * A channel is read before the bot deletes it, which is noted. A thread is read as well, and stays; nothing is noted of it,
 * because what is written there later is no deletion. Whatever somebody deleted in Discord could not be read any more.
 */
function wasReadAtTheEnd({ final_read_at, is_thread, close_source }: Ticket): boolean {
  return final_read_at !== null || (is_thread && close_source !== 'channel_deleted');
}

async function countMissing(
  { db }: Context,
  { guild_id, ticket_id }: TicketKey,
  deleted: boolean,
): Promise<{ unheard: number; files: number; last: Date | null }> {
  const { rows } = await sql<{ unheard: number; files: number; last: Date | null }>`
    select
      (select count(*)::int from ticket_messages
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and author_id = ${unheardAuthor}) as unheard,
      (select max(created_at) from ticket_messages
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and author_id <> ${unheardAuthor}) as last,
      (select count(*)::int from ticket_attachments a
        join ticket_messages m using (guild_id, ticket_id, message_id)
        where a.guild_id = ${guild_id} and a.ticket_id = ${ticket_id} and a.state not in ('stored', 'pending')
          and (m.deleted_at is null or ${deleted})) as files`.execute(db);
  return rows[0] ?? { unheard: 0, files: 0, last: null };
}
