import { tellOwner } from '../owner-notices/owner-notices.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';

/** When so much of a server's room for files is used, its owner is told. */
const almostFullShare = 0.8;

/** How many bytes of its room a server uses. Nobody else changes that until the transaction ends. */
export async function holdRoom(tx: Tx, guild_id: string): Promise<number> {
  await tx
    .insertInto('guild_storage')
    .values({ guild_id, bytes: 0 })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { bytes } = await tx
    .selectFrom('guild_storage')
    .where('guild_id', '=', guild_id)
    .select('bytes')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Writes how many bytes a server uses after more files were counted. Its room is to be held. */
export async function useRoom(
  { config, log }: Pick<Context, 'config' | 'log'>,
  tx: Tx,
  guild_id: string,
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (before === after) return;
  await tx.updateTable('guild_storage').set({ bytes: after }).where('guild_id', '=', guild_id).execute();
  const bytes_max = config.attachments.guild_bytes_max;
  const limit = bytes_max * almostFullShare;
  if (before > limit || after <= limit) return;
  log.info({ guild_id, bytes: after, bytes_max }, 'the files of a server take most of the room that it has');
  await tellOwner(tx, guild_id, { key: 'storage', about: 'storage' });
}
