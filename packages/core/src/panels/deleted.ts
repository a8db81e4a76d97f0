import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { PanelFields } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import type { Tx } from '../platform/db/db.ts';
import { outdateMultiPanelsOf } from './multi/refresh.ts';
import { panelsOf, writePanels } from './multi/rows.ts';
import { fieldsOf, readPanels } from './rows.ts';

/** What is needed to bring a deleted panel back, beside its fields. */
export interface DeletedPanel {
  panel_id: number;
  /** By which its buttons are known. */
  custom_id: string;
  /** The multi-panels that showed it, with its place in each, from 0. */
  multi_panels: readonly { id: number; place: number }[];
}

/** All of a panel that is about to be deleted. */
export async function deletedOf(
  tx: Tx,
  guild_id: string,
  panel_id: number,
): Promise<PanelFields & DeletedPanel> {
  const [panel] = await readPanels(tx, guild_id, panel_id);
  if (!panel) throw new AppError('panel.not_found');
  const shown = await tx
    .selectFrom('multi_panel_panels')
    .where('panel_id', '=', panel_id)
    .select(['multi_panel_id as id', 'position'])
    .orderBy('multi_panel_id')
    .execute();
  return {
    ...fieldsOf(panel),
    panel_id,
    custom_id: panel.custom_id,
    multi_panels: shown.map(({ id, position }) => ({ id, place: position - 1 })),
  };
}

/** Puts a panel that came back into the multi-panels that showed it, where there is room. Returns those that it is in. */
export async function putBack(
  tx: Tx,
  guild_id: string,
  { panel_id, multi_panels }: DeletedPanel,
): Promise<number[]> {
  for (const { id, place } of multi_panels) {
    const row = await tx
      .selectFrom('multi_panels')
      .where('guild_id', '=', guild_id)
      .where('id', '=', id)
      .select(['guild_id', 'id'])
      .forUpdate()
      .executeTakeFirst();
    const shown = row ? (await panelsOf(tx, row)).map((panel) => panel.panel_id) : [];
    if (row && shown.length < multiPanelLimits.max)
      await writePanels(tx, row, shown.toSpliced(place, 0, panel_id));
  }
  return outdateMultiPanelsOf(tx, guild_id, [panel_id]);
}
