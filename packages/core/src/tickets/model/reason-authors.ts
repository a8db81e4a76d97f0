import { type RawBuilder, sql } from 'kysely';

/** `reason_authors` with this person added. */
export const withReasonAuthor = (user_id: string): RawBuilder<string[]> =>
  sql<string[]>`array_remove(reason_authors, ${user_id}::bigint) || ${user_id}::bigint`;

/** Whether this person is one of a ticket's `reason_authors`. */
export const isReasonAuthor = (user_id: string): RawBuilder<boolean> =>
  sql<boolean>`(reason_authors <> '{}' and ${user_id} = any(reason_authors))`;
