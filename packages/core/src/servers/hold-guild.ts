import { AppError } from '@tickets/contract/platform/errors';
import type { Tx } from '../platform/db/db.ts';

/**
 * Holds a server's row until the transaction ends. Anyone who counts things of a server before adding one comes one after
 * the other, so nothing that was counted changes before the new row is there. What only names the server is not kept waiting, and
 * keeps nobody waiting, for however long: an import writes tickets of it in one transaction. Returns the number of its latest ticket.
 */
export async function holdGuild(tx: Tx, guild_id: string): Promise<{ last_ticket_id: number }> {
  const guild = await tx
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('last_ticket_id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!guild) throw new AppError('guild.not_found');
  return guild;
}

/**
 * Whoever locks several rows of a server that others lock in another order comes here first, so that no two wait for each
 * other. As holdGuild(), also for a server that was left. Returns whether it is known.
 */
export async function takeTurn(tx: Tx, guild_id: string): Promise<boolean> {
  const held = await tx
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select('guild_id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}
