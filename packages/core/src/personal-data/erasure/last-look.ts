import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isOriginOf } from '../../tickets/model/origin-author.ts';
import { isReasonAuthor } from '../../tickets/model/reason-authors.ts';

/**
 * Whether somebody opened ticket `t` while they are being erased: what they do in it is of a time after that. Not so a ticket that
 * was closed when the erasure began, and was reopened since or goes on as this one.
 */
export const openedMeanwhile = (user_id: string): RawBuilder<boolean> => sql<boolean>`
  (t.opener_id = ${user_id} and t.status <> 'closed' and t.reopened_at is null and t.continues is null)`;

/** Whether ticket `t` is closed, or was when the erasure began, which begins with no open ticket of theirs. */
export const wasClosedBefore = sql<boolean>`(t.status = 'closed' or t.reopened_at is not null)`;

/**
 * Whether something of somebody has come since the steps that erase it looked for it: what was only then read from Discord, or
 * a ticket that was reopened just then. What they have written since the erasure began is new.
 */
export async function hasComeSince(db: Db, user_id: string, begun_at: Date): Promise<boolean> {
  const written = sql`from ticket_messages m join tickets t using (guild_id, ticket_id)
    where m.erased_at is null and not ${openedMeanwhile(user_id)}`;
  const { rows } = await sql<{ has_come: boolean }>`
    select exists (select ${written} and m.created_at <= ${begun_at} and m.author_id = ${user_id} and not m.author_bot)
      or exists (select ${written} and m.created_at <= ${begun_at} and m.sent_by = ${user_id})
      or exists (select ${written} and t.opener_id = ${user_id} and m.author_bot and m.sent_by is null)
      or exists (select from tickets t where t.opener_id = ${user_id} and not ${openedMeanwhile(user_id)}
        and ${wasClosedBefore})
      or exists (select from tickets t where t.subject_author_id = ${user_id} and not ${openedMeanwhile(user_id)})
      or exists (select from tickets t where t.claimed_by = ${user_id} and ${wasClosedBefore})
      or exists (select from tickets t where t.closed_by = ${user_id})
      or exists (select from tickets where ${isReasonAuthor(user_id)})
      or exists (select from tickets t where ${isOriginOf(user_id)}) as has_come`.execute(db);
  return rows[0]?.has_come ?? false;
}
