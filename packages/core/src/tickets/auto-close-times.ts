import { type RawBuilder, sql } from 'kysely';

const minute = 60;
/** Who may go quiet for less than this is not warned: the warning would come as soon as they did. */
const leastWarned = 20 * minute;
const longestLead = 24 * 60 * minute;
const shortestLead = 10 * minute;

/**
 * What decides when a ticket `t` of a server with settings `s` closes by itself, as columns of a subquery: since when it
 * is quiet, after how many seconds it closes (0 is never), and how many seconds before that its opener is warned (0 is
 * not at all). Written, reopened, and kept open all begin the time anew.
 */
export function autoCloseTimes(): RawBuilder<unknown> {
  const seconds = sql`case when t.last_message_at is null
    then s.auto_close_since_open else s.auto_close_since_last_message end`;
  return sql`
    greatest(coalesce(t.last_message_at, t.opened_at), t.reopened_at, t.auto_close_kept_at) as since,
    ${seconds} as seconds,
    case when ${seconds} < ${leastWarned}::integer then 0
      else least(greatest(${seconds} / 10, ${shortestLead}::integer), ${longestLead}::integer) end as lead`;
}
