import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { GuildSettings } from '../platform/db/schema.generated.ts';

/** Writes these columns of a server's settings and leaves all others as they are. */
export async function changeSettings(
  db: Db | Tx,
  guild_id: string,
  values: Omit<Updateable<GuildSettings>, 'guild_id'>,
): Promise<void> {
  await db
    .insertInto('guild_settings')
    .values({ guild_id, ...values })
    .onConflict((oc) => oc.column('guild_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}
