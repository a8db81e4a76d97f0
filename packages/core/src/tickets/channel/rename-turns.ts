import { limits } from '@tickets/contract/platform/limits';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { TicketKey } from '../model/find.ts';

/** Notes a rename, or answers when the next one is possible. In one statement, so that two at once count as two. */
export async function takeTurn(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
): Promise<{ taken: Date } | { free_at: Date }> {
  const now = ctx.clock.now();
  const { max, per_seconds } = limits.renames;
  const since = new Date(now.getTime() - per_seconds * 1000);
  const { rows } = await sql`
    update tickets set renamed_at = array_append(
      array(select r from unnest(renamed_at) r where r > ${since} order by r), ${now}::timestamptz)
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}
      and (select count(*) from unnest(renamed_at) r where r > ${since}) < ${max}
    returning ticket_id`.execute(ctx.db);
  if (rows.length) return { taken: now };
  const { rows: oldest } = await sql<{ at: Date | null }>`
    select min(r) as at from tickets, unnest(renamed_at) r
    where guild_id = ${guild_id} and ticket_id = ${ticket_id} and r > ${since}`.execute(ctx.db);
  return { free_at: new Date((oldest[0]?.at ?? now).getTime() + per_seconds * 1000) };
}

/** For a rename that did not come to be. */
export async function giveTurnBack(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  taken: Date,
): Promise<void> {
  await sql`update tickets set renamed_at = array_remove(renamed_at, ${taken}::timestamptz)
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(ctx.db);
}
