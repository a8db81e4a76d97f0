import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';

/** When the oldest of as many tickets was opened as may be opened in the time of `limits.opens`; null where there were fewer. */
export interface Pace {
  oldest_in_server: Date | null;
  oldest_of_opener: Date | null;
  /**
   * The same of half as many, among tickets whose opener had opened another one within ten minutes before. Null where there were
   * fewer, and for an opener who has opened none within ten minutes.
   */
  oldest_of_repeaters: Date | null;
}

interface Opening {
  guild_id: string;
  opener_id: string;
}

/** So much may the clocks of two machines differ. */
const clocksApartMs = 30_000;
const { max, max_each, per_seconds } = limits.opens;
const max_repeaters = max / 2;

/** Whoever opened another ticket within this time opens them again and again. */
const lately_ms = 10 * 60_000;

const countedSince = (now: Date) => new Date(now.getTime() - per_seconds * 1000);

/**
 * The columns of a `Pace`. Tickets that go on from a closed one count too, and so does a thread as often as its opener reopens it.
 * Imported ones do not: their archive says when they were opened. Nor does anything dated in the future: the clock has been set back since.
 */
export function paceBefore({ guild_id, opener_id }: Opening, now: Date): RawBuilder<unknown> {
  const since = countedSince(now);
  const until = new Date(now.getTime() + clocksApartMs);
  const oldest = (most: number, whose = sql``) => sql`(select at from (
      select opened_at as at from tickets
      where guild_id = ${guild_id} and opened_at > ${since} and interaction_id <> -ticket_id ${whose}
      union all
      select r as at from tickets, unnest(reopenings) r
      where guild_id = ${guild_id} and reopened_at > ${since} and r > ${since} ${whose}) opened
    where at <= ${until} order by at desc offset ${most - 1} limit 1)`;
  const lately = new Date(now.getTime() - lately_ms);
  const openedBefore = (opener: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`exists (
    select from tickets e where e.guild_id = ${guild_id} and e.opener_id = ${opener} and e.opened_at > ${lately}
      and e.opened_at < ${before} and e.interaction_id <> -e.ticket_id)`;
  const again = sql`and ${openedBefore(sql`tickets.opener_id`, sql`tickets.opened_at`)}`;
  return sql`${oldest(max)} as oldest_in_server,
    ${oldest(max_each, sql`and opener_id = ${opener_id}`)} as oldest_of_opener,
    case when ${openedBefore(sql`${opener_id}`, sql`${until}::timestamptz`)} then ${oldest(max_repeaters, again)} end
      as oldest_of_repeaters`;
}

/**
 * `is_limited`: whether they open it for themselves and are not staff. One member cannot use up what the whole server has, and those who
 * open tickets again and again leave half of it to the others.
 */
export function checkPace(
  { clock }: Context,
  { oldest_in_server, oldest_of_opener, oldest_of_repeaters }: Pace,
  { is_limited }: { is_limited: boolean },
): void {
  const tooFast = (code: 'ticket.too_fast' | 'ticket.opener_too_fast', oldest: Date) => {
    const passed = (clock.now().getTime() - oldest.getTime()) / 1000;
    const seconds = Math.min(per_seconds, Math.max(1, Math.ceil(per_seconds - passed)));
    return new AppError(code, { params: { seconds } });
  };
  if (is_limited && oldest_of_opener) throw tooFast('ticket.opener_too_fast', oldest_of_opener);
  if (is_limited && oldest_of_repeaters) throw tooFast('ticket.too_fast', oldest_of_repeaters);
  if (oldest_in_server) throw tooFast('ticket.too_fast', oldest_in_server);
}

/** To be called while the server's row is held, so that what was counted stays true; of one member it does in their turn, too. */
export async function readPace(ctx: Context, db: Db | Tx, opening: Opening): Promise<Pace> {
  const { rows } = await sql<Pace>`select ${paceBefore(opening, ctx.clock.now())}`.execute(db);
  return rows[0] ?? { oldest_in_server: null, oldest_of_opener: null, oldest_of_repeaters: null };
}

/** Counts that an opener who is not staff reopened a ticket in its thread. */
export async function countReopening(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const now = ctx.clock.now();
  await sql`update tickets set reopenings = array_append(
      array(select r from unnest(reopenings) r where r > ${countedSince(now)} order by r), ${now}::timestamptz)
    where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(ctx.db);
}
