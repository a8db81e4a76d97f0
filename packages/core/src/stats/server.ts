import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import { requirePremium } from '../premium/required.ts';
import { openedWithin } from './windows.ts';

/** Averages in seconds, by when the ticket was opened: at any time, or in the last month or week. */
export interface Averages {
  all: number | null;
  month: number | null;
  week: number | null;
}

export interface ServerStats {
  total: number;
  open: number;
  rating: { count: number; average: number | null };
  first_response: Averages;
  duration: Averages;
  /** How many were opened on each of the last seven days, the oldest first, such as 2026-11-21. Days are UTC's. */
  opened: { day: string; count: number }[];
}

/** What there is to know of a server's tickets. Part of premium. Tickets that Discord did not allow do not count. */
export async function serverStats(call: Call, guild_id: string): Promise<ServerStats> {
  authorise(call, 'stats.read', guild_id);
  await requirePremium(call, guild_id, 'statistics');
  const [numbers, opened] = await Promise.all([numbersOf(call, guild_id), openedByDay(call, guild_id)]);
  return { ...numbers, opened };
}

/** One pass over the tickets of the server, whose partition leads with it. */
async function numbersOf(ctx: Context, guild_id: string): Promise<Omit<ServerStats, 'opened'>> {
  const now = ctx.clock.now();
  const averages = (seconds: 'response' | 'lasted') => sql`json_build_object(
    'all', avg(${sql.ref(seconds)})::float8,
    'month', (avg(${sql.ref(seconds)}) filter (where ${openedWithin('month', now)}))::float8,
    'week', (avg(${sql.ref(seconds)}) filter (where ${openedWithin('week', now)}))::float8)`;
  const { rows } = await sql<Omit<ServerStats, 'opened'>>`
    select count(*)::int as total, count(*) filter (where status <> 'closed')::int as open,
      json_build_object('count', count(rating), 'average', avg(rating)::float8) as rating,
      ${averages('response')} as first_response, ${averages('lasted')} as duration
    from (
      select opened_at, status, rating, extract(epoch from first_response_at - opened_at) as response,
        case when status = 'closed' then extract(epoch from closed_at - opened_at) end as lasted
      from tickets where guild_id = ${guild_id} and close_source is distinct from 'undone'
    ) counted`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate has always a row');
  return row;
}

async function openedByDay(ctx: Context, guild_id: string): Promise<ServerStats['opened']> {
  const today = sql`(${ctx.clock.now()}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<ServerStats['opened'][number]>`
    select to_char(d.day, 'YYYY-MM-DD') as day, count(t.ticket_id)::int as count
    from generate_series(${today} - interval '6 days', ${today}::timestamp, interval '1 day') as d (day)
    left join tickets t on t.guild_id = ${guild_id} and t.close_source is distinct from 'undone'
      and t.opened_at >= d.day at time zone 'UTC' and t.opened_at < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day order by d.day`.execute(ctx.db);
  return rows;
}
