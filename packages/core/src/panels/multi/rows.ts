import type { CustomEmbed } from '@tickets/contract/embeds';
import type { MultiPanel } from '@tickets/contract/multi-panels';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { MultiPanels } from '../../platform/db/schema.generated.ts';
import { refuse } from '../../platform/problems.ts';

export type MultiPanelRow = Selectable<MultiPanels>;

/** What people decide about a multi-panel. `panels`: their ids, in their order. */
export type MultiPanelValues = Pick<
  MultiPanel,
  'channel_id' | 'select_menu' | 'select_menu_placeholder' | 'embed' | 'panels'
>;

export const embedOf = (row: MultiPanelRow) => row.embed as unknown as CustomEmbed; // written from the contract's schema

export function toMultiPanel(row: MultiPanelRow, panels: number[]): MultiPanel {
  const { created_at: _, message_wanted_at: __, ...multi_panel } = row;
  return { ...multi_panel, embed: embedOf(row), panels };
}

/** The panels of a multi-panel in their order, whole. */
export function panelsOf(db: Db | Tx, { guild_id, id }: Pick<MultiPanelRow, 'guild_id' | 'id'>) {
  return db
    .selectFrom('multi_panel_panels')
    .innerJoin('panels', 'panels.panel_id', 'multi_panel_panels.panel_id')
    .where('multi_panel_id', '=', id)
    .where('panels.guild_id', '=', guild_id)
    .selectAll('panels')
    .orderBy('position')
    .execute();
}

/** Makes these the panels of a multi-panel. Returns how many of them are still there. */
export async function writePanels(
  tx: Tx,
  { guild_id, id }: Pick<MultiPanelRow, 'guild_id' | 'id'>,
  panel_ids: readonly number[],
): Promise<number> {
  await tx.deleteFrom('multi_panel_panels').where('multi_panel_id', '=', id).execute();
  const { numAffectedRows } = await sql`
    insert into multi_panel_panels (multi_panel_id, panel_id, position)
    select ${id}::integer, p.panel_id, wanted.position
    from unnest(${panel_ids}::integer[]) with ordinality as wanted (panel_id, position)
    join panels p on p.panel_id = wanted.panel_id and p.guild_id = ${guild_id}
    for key share of p`.execute(tx);
  return Number(numAffectedRows);
}

/** As `writePanels`, where all of them must be there: one may have been deleted since it was checked. */
export async function writeCheckedPanels(
  tx: Tx,
  row: Pick<MultiPanelRow, 'guild_id' | 'id'>,
  panel_ids: readonly number[],
): Promise<void> {
  const written = await writePanels(tx, row, panel_ids);
  if (written < panel_ids.length) refuse([{ path: 'panels', code: 'multi_panel.panel_invalid' }]);
}

/** The columns that hold the values. */
export function columnsOf({ select_menu, select_menu_placeholder, embed }: MultiPanelValues) {
  return { select_menu, select_menu_placeholder, embed: JSON.stringify(embed) };
}
