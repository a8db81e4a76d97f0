import type { Completeness } from '@tickets/contract/transcripts/transcripts';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { unheardAuthor } from '../tickets/conversation/message-rows.ts';
import type { Ticket } from '../tickets/model/find.ts';

/**
 * How much of a closed ticket one reader is shown, and what is missing. `deleted` says whether they are shown what was
 * deleted: to all others, what was deleted is not missing.
 */
export async function completenessOf(ctx: Context, ticket: Ticket, deleted: boolean): Promise<Completeness> {
  const { shown, erased, files, last, ...found } = await count(ctx, ticket, deleted);
  const unheard = deleted ? found.unheard : 0;
  return {
    shown,
    total: shown + erased + unheard,
    unheard,
    erased,
    files_not_kept: files,
    read_until: wasReadAtTheEnd(ticket) ? null : (last ?? ticket.opened_at).toISOString(),
  };
}

/**
 * A channel is read before the bot deletes it, which is noted. A thread is read as well, and stays; nothing is noted of it,
 * because what is written there later is no deletion. Whatever somebody deleted in Discord could not be read any more.
 */
function wasReadAtTheEnd({ final_read_at, is_thread, close_source }: Ticket): boolean {
  return final_read_at !== null || (is_thread && close_source !== 'channel_deleted');
}

interface Counts {
  shown: number;
  erased: number;
  unheard: number;
  files: number;
  last: Date | null;
}

async function count(
  { db }: Context,
  { guild_id, ticket_id, mention_message_id }: Ticket,
  deleted: boolean,
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with messages as (
      select author_id = ${unheardAuthor} as is_unheard, created_at, erased_at,
        deleted_at is null or (${deleted} and message_id is distinct from ${mention_message_id}::bigint) as is_read,
        content <> '' or embeds <> '[]' or components <> '[]' or message_id in (
          select message_id from ticket_attachments where guild_id = ${guild_id} and ticket_id = ${ticket_id}
        ) as says_something
      from ticket_messages where guild_id = ${guild_id} and ticket_id = ${ticket_id}
    )
    select count(*) filter (where is_read and says_something and not is_unheard)::int as shown,
      count(*) filter (where is_read and not says_something and erased_at is not null and not is_unheard)::int as erased,
      count(*) filter (where is_unheard)::int as unheard,
      max(created_at) filter (where not is_unheard) as last,
      (select count(*)::int from ticket_attachments a
        join ticket_messages m using (guild_id, ticket_id, message_id)
        where a.guild_id = ${guild_id} and a.ticket_id = ${ticket_id} and a.state not in ('stored', 'pending')
          and (m.deleted_at is null or ${deleted})) as files
    from messages`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a count has one row');
  return found;
}
