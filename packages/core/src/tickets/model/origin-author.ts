import { type RawBuilder, sql } from 'kysely';

/** Whether a ticket (its `origin`) was started from a message that somebody wrote, in Discord or in the dashboard. */
export const isOriginOf = (user_id: string): RawBuilder<boolean> =>
  sql<boolean>`(origin ->> 'author_id' = ${user_id} or origin ->> 'sent_by' = ${user_id})`;
