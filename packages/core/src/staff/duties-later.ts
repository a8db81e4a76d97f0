import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/**
 * To be called in the transaction that may take a level from these members, or from anybody: a job then ends what they
 * may not do any more. Nothing is added where none of them has claimed a ticket or is on call.
 */
export async function checkDutiesLater(
  db: Db | Tx,
  guild_id: string,
  user_ids?: readonly string[],
): Promise<void> {
  if (user_ids?.length === 0) return;
  const isTheirs = (column: string) =>
    user_ids ? sql`${sql.ref(column)} = any(${user_ids}::bigint[])` : sql`true`;
  await sql`
    select graphile_worker.add_job('staff.duties', ${JSON.stringify({ guild_id })}::json,
      job_key := ${`duties:${guild_id}`})
    where exists (select from on_call where guild_id = ${guild_id} and ${isTheirs('user_id')})
      or exists (select from tickets
        where guild_id = ${guild_id} and status = 'open' and claimed_by is not null
          and ${isTheirs('claimed_by')})`.execute(db);
}
