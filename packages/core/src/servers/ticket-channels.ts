import type { Db, Tx } from '../platform/db/db.ts';

/** Which of these channels belong to tickets that are not closed yet. */
export async function ticketChannels(
  db: Db | Tx,
  guild_id: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await db
    .selectFrom('tickets')
    .select('channel_id')
    .where('guild_id', '=', guild_id)
    .where('channel_id', 'in', ids)
    .where('status', '!=', 'closed')
    .execute();
  return new Set(rows.map(({ channel_id }) => channel_id).filter((id) => id !== null));
}
