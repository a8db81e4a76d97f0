import { PermissionLevel } from '@tickets/contract/access/levels';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { isBlacklisted } from '../blacklist/blacklisted.ts';
import type { Context } from '../platform/context.ts';
import { requirePremium } from '../premium/required.ts';
import type { Averages } from './server.ts';
import { openedWithin } from './windows.ts';

/** Counts by when the ticket was opened: at any time, or in the last month or week. */
export interface Counts {
  all: number;
  month: number;
  week: number;
}

export interface OpenerStats {
  level: PermissionLevel;
  is_blacklisted: boolean;
  total: number;
  open: number;
}
export interface StaffStats {
  level: PermissionLevel;
  /** Of the tickets that they claimed. */
  rating: { count: number; average: number | null };
  /** Of the tickets that they answered first. */
  first_response: Averages;
  /** The tickets that they wrote in, without their own. */
  answered: Counts;
  claimed: Counts;
  /** All tickets of the server, to measure them by. */
  tickets: Counts;
}

/** What there is to know of one person: as staff where they are, else as someone who opens tickets. Part of premium. */
export async function userStats(
  call: Call,
  { guild_id, user_id }: { guild_id: string; user_id: string },
): Promise<{ opener: OpenerStats } | { staff: StaffStats }> {
  authorise(call, 'stats.read', guild_id);
  await requirePremium(call, guild_id, 'statistics');
  const access = await loadAccess(call, guild_id, user_id);
  const level = access?.level ?? PermissionLevel.none;
  if (level >= PermissionLevel.support)
    return { staff: { level, ...(await staffStats(call, guild_id, user_id)) } };
  const is_blacklisted = access ? await isBlacklisted(call, access) : false;
  return { opener: { level, is_blacklisted, ...(await openerCounts(call, guild_id, user_id)) } };
}

async function openerCounts(ctx: Context, guild_id: string, user_id: string) {
  const { rows } = await sql<Pick<OpenerStats, 'total' | 'open'>>`
    select count(*)::int as total, count(*) filter (where status <> 'closed')::int as open from tickets
    where guild_id = ${guild_id} and opener_id = ${user_id} and close_source is distinct from 'undone'`.execute(
    ctx.db,
  );
  return rows[0] ?? { total: 0, open: 0 };
}

/** A first answer is theirs when the message of that moment is; it is unknown where messages are not stored. */
async function staffStats(
  ctx: Context,
  guild_id: string,
  user_id: string,
): Promise<Omit<StaffStats, 'level'>> {
  const now = ctx.clock.now();
  const recent = { month: openedWithin('month', now), week: openedWithin('week', now) };
  const counts = sql`json_build_object('all', count(*), 'month', count(*) filter (where ${recent.month}),
    'week', count(*) filter (where ${recent.week}))`;
  const counted = sql`t.guild_id = ${guild_id} and t.close_source is distinct from 'undone'`;
  const { rows } = await sql<Omit<StaffStats, 'level'>>`
    with answered as (
      select t.opened_at, case when exists (
          select from ticket_messages m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id
            and m.created_at = t.first_response_at and coalesce(m.sent_by, m.author_id) = ${user_id}
        ) then extract(epoch from t.first_response_at - t.opened_at) end as response
      from ticket_participants p join tickets t using (guild_id, ticket_id)
      where p.guild_id = ${guild_id} and p.user_id = ${user_id} and p.as_staff and ${counted}
    ), claimed as (
      select t.opened_at, t.rating from tickets t where ${counted} and t.claimed_by = ${user_id} and t.status = 'closed'
      union all
      select t.opened_at, t.rating from tickets t where ${counted} and t.claimed_by = ${user_id} and t.status <> 'closed'
    )
    select
      (select json_build_object('count', count(rating), 'average', avg(rating)::float8) from claimed) as rating,
      (select json_build_object('all', avg(response)::float8,
        'month', (avg(response) filter (where ${recent.month}))::float8,
        'week', (avg(response) filter (where ${recent.week}))::float8) from answered) as first_response,
      (select ${counts} from answered) as answered,
      (select ${counts} from claimed) as claimed,
      (select ${counts} from tickets t where ${counted}) as tickets`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate has always a row');
  return row;
}
