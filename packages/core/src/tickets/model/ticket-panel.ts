import type { CustomEmbed } from '@tickets/contract/embeds';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Ticket } from './find.ts';

/** What a panel says of how its tickets look; undefined without a panel, also when it was removed since. */
export async function panelLooks(db: Db | Tx, { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>) {
  if (panel_id === null) return undefined;
  const panel = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .select(['title', 'mentions', 'delete_mentions', 'naming_scheme', 'welcome_message'])
    .executeTakeFirst();
  // The column holds what the contract's schema let through.
  return panel && { ...panel, welcome_message: panel.welcome_message as CustomEmbed | null };
}
