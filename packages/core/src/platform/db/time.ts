import { type RawBuilder, sql } from 'kysely';

/** A time by the clock of this process as the database's clock has it, from which ours may be far. */
export const inDatabaseTime = (time: Date): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() + ${time.getTime() - Date.now()}::float8 * interval '1 millisecond')`;
