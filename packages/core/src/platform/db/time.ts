import { type RawBuilder, sql } from 'kysely';

/** A time by the clock of this process as the database's clock has it, from which ours may be far. */
export const inDatabaseTime = (time: Date): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() + ${time.getTime() - Date.now()}::float8 * interval '1 millisecond')`;

/** How much later than we meant the database may have noted a time: the way to it takes a moment. */
const onTheWayMs = 250;

/** What is due at this time by the clock of this process is due until then by the database's. */
export const dueBy = (time: Date): RawBuilder<Date> => inDatabaseTime(new Date(time.getTime() + onTheWayMs));
