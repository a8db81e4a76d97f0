import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Which schema it has, and whether a transaction that begins now may change anything: on a standby none may. */
export async function schemaNow(db: Db): Promise<{ version: number; takes_changes: boolean }> {
  const { version, read_only } = await db
    .selectFrom('schema_migrations')
    .select(({ fn }) => [
      fn.max('version').as('version'),
      sql<string>`current_setting('transaction_read_only')`.as('read_only'),
    ])
    .executeTakeFirstOrThrow();
  return { version: version ?? 0, takes_changes: read_only !== 'on' };
}
