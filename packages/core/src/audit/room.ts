import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';

/** Bytes that the old and new values of one server's long changes may take, or of one person's outside servers. */
const kept = 100 * 1024 * 1024;
/** Entries that lose their values in one statement. */
const atOnce = 5_000;

/**
 * Removes the old and new values of each server's oldest long changes, as far as its newer ones take up `most` bytes. Who changed
 * what, and when, stays. A short change, of at most 1,000 bytes, is kept whole.
 */
export async function removeOldestChanges(ctx: Context, most = kept): Promise<void> {
  // Changes outside servers are counted for each person.
  const owner = sql`guild_id, case when guild_id is null then user_id end`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update audit_entries set before = null, after = null, is_data_removed = true
      where entry_id in (
        select entry_id from (
          select entry_id, sum(bytes) over (partition by ${owner} order by entry_id desc) as with_newer
          from audit_entries where bytes > 1000
        ) summed where with_newer > ${most} order by entry_id limit ${atOnce})`.execute(ctx.db);
    if (numAffectedRows < atOnce) return;
  }
}
