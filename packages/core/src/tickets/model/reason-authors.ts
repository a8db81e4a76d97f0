import { type RawBuilder, sql } from 'kysely';

/** `reason_authors` with this person at its end, whose reason now stands; null is the product itself. */
export const withReasonAuthor = (user_id: string | null): RawBuilder<string[]> =>
  sql<string[]>`array_remove(reason_authors, ${user_id}::bigint) || ${user_id}::bigint`;

/** Whether the reason that stands is this person's, and not only an earlier one. */
export const isLastReasonOf = (user_id: string): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(reason_authors[cardinality(reason_authors)], closed_by) is not distinct from ${user_id}::bigint)`;

/** `close_reason`, or null where this person gave it. */
export const reasonOfOthers = (user_id: string): RawBuilder<string | null> =>
  sql`case when not ${isLastReasonOf(user_id)} then close_reason end`;

/** Whether this person is one of a ticket's `reason_authors`. */
export const isReasonAuthor = (user_id: string): RawBuilder<boolean> =>
  sql<boolean>`(reason_authors <> '{}' and ${user_id} = any(reason_authors))`;
