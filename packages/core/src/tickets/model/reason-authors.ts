import { type RawBuilder, sql } from 'kysely';

/** The `reason_authors` of a ticket once this person, too, wrote why it was closed. */
export const withReasonAuthor = (user_id: string): RawBuilder<string[]> =>
  sql<string[]>`array_remove(reason_authors, ${user_id}::bigint) || ${user_id}::bigint`;

/** Whether somebody is one of them. */
export const isReasonAuthor = (user_id: string): RawBuilder<boolean> =>
  sql<boolean>`(reason_authors <> '{}' and ${user_id} = any(reason_authors))`;
