import { type RawBuilder, sql } from 'kysely';

/** Converts a time of this process's clock to the database's clock. The two may differ by any amount. */
export const inDatabaseTime = (time: Date): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() + ${time.getTime() - Date.now()}::float8 * interval '1 millisecond')`;

/** How long a time may take to reach the database after it was computed. */
const onTheWayMs = 250;

/** What is due by this time of this process's clock has a due time up to this one in the database. */
export const dueBy = (time: Date): RawBuilder<Date> => inDatabaseTime(new Date(time.getTime() + onTheWayMs));
