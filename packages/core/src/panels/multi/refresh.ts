import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refreshPosted } from '../../posted-messages/background.ts';
import { multiPanelKind } from './message.ts';

/**
 * Marks the messages of multi-panels that contain these panels, in the transaction that changes or deletes the
 * panels. Returns the ids of the multi-panels, because a deleted panel is in none any more.
 */
export async function outdateMultiPanelsOf(
  tx: Tx,
  guild_id: string,
  panel_ids: readonly number[],
): Promise<number[]> {
  if (!panel_ids.length) return [];
  const containing = await tx
    .selectFrom('multi_panels')
    .where('guild_id', '=', guild_id)
    .where('id', 'in', (query) =>
      query.selectFrom('multi_panel_panels').where('panel_id', 'in', panel_ids).select('multi_panel_id'),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = containing.map(({ id }) => id);
  if (ids.length)
    await tx
      .updateTable('multi_panels')
      .set({ message_state: 'outdated' })
      .where('guild_id', '=', guild_id)
      .where('id', 'in', ids)
      .where('message_id', 'is not', null)
      .execute();
  return ids;
}

/** Edits the messages of multi-panels whose panels changed. Nobody waits for it to succeed. */
export async function refreshMultiPanels(
  ctx: Context,
  guild_id: string,
  ids: readonly number[],
): Promise<void> {
  await refreshPosted(ctx, multiPanelKind, guild_id, ids);
}
