import { type RawBuilder, sql } from 'kysely';

const minute = 60;
/** Who may go quiet for less than this is warned when half of it is over. */
const shortPeriod = 20 * minute;
const shortestLead = minute / 2;
const usualLead = 10 * minute;
const longestLead = 24 * 60 * minute;

/** Whoever could not be warned in time, because auto-close was just turned on or nobody looked, has at least this. */
export const lateNotice = 10 * minute;
/** How much later than it should a warning comes when all is well: the times are looked at once a minute. */
export const lateAfter = 2 * minute;
/** A warning whose close did not follow within this is one that nobody counts on any more: there is another. */
const warningLasts = 2 * 60 * minute;

const span = (seconds: RawBuilder<unknown>) => sql`${seconds} * interval '1 second'`;

/** Whether a warning of the silence that lasts is one to count on; with the columns of autoCloseTimes() and `warned_at`. */
export function warningCounts(now: Date): RawBuilder<unknown> {
  return sql`(warned_at > since
    and warned_at + ${span(sql`lead`)} + ${span(sql`${warningLasts}::integer`)} > ${now}::timestamptz)`;
}

/**
 * What decides when a ticket `t` of a server with settings `s` closes by itself, as columns of a subquery: since when it
 * is quiet, after how many seconds it closes (0 is never), and how many seconds before that its opener is warned.
 * Written, reopened, and kept open all begin the time again.
 */
export function autoCloseTimes(): RawBuilder<unknown> {
  // Who wrote stays known when all that was written is deleted.
  const wrote = sql`(t.last_message_at is not null or exists (select from ticket_participants p
    where p.guild_id = t.guild_id and p.ticket_id = t.ticket_id))`;
  const seconds = sql`case when ${wrote} then s.auto_close_since_last_message else s.auto_close_since_open end`;
  return sql`
    greatest(coalesce(t.last_message_at, t.opened_at), t.reopened_at, t.auto_close_kept_at) as since,
    ${seconds} as seconds,
    case when ${seconds} < ${shortPeriod}::integer then greatest(${seconds} / 2, ${shortestLead}::integer)
      else least(greatest(${seconds} / 10, ${usualLead}::integer), ${longestLead}::integer) end as lead`;
}
