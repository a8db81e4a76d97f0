import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { postedEffect, refreshPosted } from '../../posted-messages/follow.ts';
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
      // One that is being posted is wanted otherwise, too.
      .set({ message_state: sql`case when message_id is null then message_state else 'outdated' end` })
      .where('guild_id', '=', guild_id)
      .where('id', 'in', ids)
      .where((eb) => eb.or([eb('message_id', 'is not', null), eb('message_state', '=', 'pending')]))
      .execute();
  return ids;
}

/** Edits the messages of multi-panels whose panels changed. Nobody waits for it to succeed. */
export async function refreshMultiPanels(
  ctx: Context,
  guild_id: string,
  ids: readonly number[],
): Promise<void> {
  await refreshPosted(ctx, postedEffect(multiPanelKind), guild_id, ids);
}
