import type { Db } from '@tickets/core/platform/db/db';
import { sealedColumns } from '@tickets/core/sealing/columns';
import { sql } from 'kysely';

/** Nothing that is sealed in the database can be opened any more, as after a restore without the keys. */
export async function loseKeys(db: Db): Promise<void> {
  for (const { table, column } of sealedColumns) {
    const value = sql.ref(column);
    // Its first byte names the key.
    await sql`update ${sql.table(table)} set ${value} = set_byte(${value}, 0, (get_byte(${value}, 0) + 1) % 256)
      where ${value} is not null`.execute(db);
  }
}
