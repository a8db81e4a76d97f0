import { AppError } from '@tickets/contract/platform/errors';
import type { Tx } from '../platform/db/db.ts';

/**
 * Holds a server's row until the transaction ends. Anyone who counts things of a server before adding one comes one after
 * the other, so nothing that was counted changes before the new row is there. Returns the number of its latest ticket.
 */
export async function holdGuild(tx: Tx, guild_id: string): Promise<{ last_ticket_id: number }> {
  const guild = await tx
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('last_ticket_id')
    .forUpdate()
    .executeTakeFirst();
  if (!guild) throw new AppError('guild.not_found');
  return guild;
}
