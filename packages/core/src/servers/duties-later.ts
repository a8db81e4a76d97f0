import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

/**
 * To be called in the transaction that may take a level from these members, or from anyone: a job then ends what they
 * may not do any more.
 */
export async function checkDutiesLater(
  db: Db | Tx,
  guild_id: string,
  user_ids?: readonly string[],
): Promise<void> {
  await dutiesJob(guild_id, user_ids && sql`select unnest(${user_ids}::bigint[])`).execute(db);
}

/** Adds that job, as a part of a statement; none where nobody of `users`, or nobody at all, has duties. */
export function dutiesJob(guild_id: string, users?: RawBuilder<unknown>): RawBuilder<unknown> {
  const isTheirs = (column: string) => (users ? sql`${sql.ref(column)} in (${users})` : sql`true`);
  return sql`
    select graphile_worker.add_job('staff.duties', ${JSON.stringify({ guild_id })}::json,
      job_key := ${`duties:${guild_id}`})
    where exists (select from on_call where guild_id = ${guild_id} and ${isTheirs('user_id')})
      or exists (select from tickets
        where guild_id = ${guild_id} and status = 'open' and claimed_by is not null
          and ${isTheirs('claimed_by')})`;
}
