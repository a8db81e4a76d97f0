import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { TicketKey } from './find.ts';

/** Writes down that somebody reads a transcript. Whoever reads it again within a minute is still reading. */
export async function noteRead(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { guild_id, ticket_id }: TicketKey,
  user_id: string,
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into transcript_reads as r (guild_id, ticket_id, user_id, first_read_at, last_read_at)
    values (${guild_id}, ${ticket_id}, ${user_id}, ${now}, ${now})
    on conflict (guild_id, ticket_id, user_id) do update set
      times = r.times + case when r.last_read_at < ${now}::timestamptz - interval '1 minute' then 1 else 0 end,
      last_read_at = excluded.last_read_at`.execute(db);
}
