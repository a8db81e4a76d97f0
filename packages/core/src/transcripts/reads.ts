import type { ReadersAnswer } from '@tickets/contract/transcripts/sharing';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { usersSoon } from '../servers/users.ts';
import { unknownUser } from '../tickets/conversation/message-views.ts';
import type { TicketKey } from '../tickets/model/find.ts';
import { keptTranscript } from './kept.ts';

const shownMax = 100;

/** Who read a transcript, for administrators. */
export async function listReaders(call: UserCall, key: TicketKey): Promise<ReadersAnswer> {
  const { guild_id, ticket_id } = key;
  authorise(call, 'transcript.see_reads', guild_id);
  await keptTranscript(call.db, key);
  const [rows, counts] = await Promise.all([
    call.db
      .selectFrom('transcript_reads')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .select(['user_id', 'times', 'first_read_at', 'last_read_at'])
      .orderBy('last_read_at', 'desc')
      .limit(shownMax)
      .execute(),
    sql<{ total: number; links_opened: number }>`
      select (select count(*)::int from transcript_reads r where r.guild_id = ${guild_id} and r.ticket_id = ${ticket_id}) total,
        (select coalesce(sum(times_opened), 0)::int from transcript_links l
          where l.guild_id = ${guild_id} and l.ticket_id = ${ticket_id}) links_opened`.execute(call.db),
  ]);
  const people = await usersSoon(
    call,
    guild_id,
    rows.map(({ user_id }) => user_id),
  );
  return {
    readers: rows.map(({ user_id, times, first_read_at, last_read_at }) => ({
      user: people.get(user_id) ?? unknownUser(user_id),
      times,
      first_read_at: first_read_at.toISOString(),
      last_read_at: last_read_at.toISOString(),
    })),
    total: counts.rows[0]?.total ?? 0,
    links_opened: counts.rows[0]?.links_opened ?? 0,
  };
}
