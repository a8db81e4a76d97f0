import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import type { MultiPanel, MultiPanelFields } from '@tickets/contract/panels/multi-panels';
import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import { AppError } from '@tickets/contract/platform/errors';
import { namesOf, picked } from '@tickets/contract/platform/fields';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { MultiPanels } from '../../platform/db/schema.generated.ts';
import { refuse } from '../../platform/problems.ts';
import { requireRoomFor, withinListedBytes } from '../../servers/most.ts';

export type MultiPanelRow = Selectable<MultiPanels>;

const defaults: MultiPanelFields = multiPanelDefaults;

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

/** The channel moves with the message, the panels lie in a table of their own, and the embed is JSON. */
const apart = ['channel_id', 'panels', 'embed'] as const;
type Column = Exclude<keyof MultiPanelFields, (typeof apart)[number]>;
const isColumn = (name: keyof MultiPanelFields): name is Column => !apart.some((one) => one === name);
const columns = namesOf(defaults).filter(isColumn);

/** What an edit writes into the row. */
export function columnsOf(values: MultiPanelFields): Pick<MultiPanelRow, Column> & { embed: string } {
  return { ...picked(values, columns), embed: JSON.stringify(values.embed) };
}

/**
 * Adds a multi-panel whose message is still to be posted; one that was deleted comes back by its own id,
 * unless it is back already.
 */
export async function insertMultiPanel(
  tx: Tx,
  guild_id: string,
  values: MultiPanelFields,
  was?: Pick<MultiPanelRow, 'id'>,
): Promise<MultiPanelRow> {
  await requireRoomFor(tx, guild_id, 'multi_panels');
  const adding = tx
    .insertInto('multi_panels')
    .values({ guild_id, ...was, channel_id: values.channel_id, ...columnsOf(values) })
    .onConflict((oc) => oc.column('id').doNothing())
    .returningAll();
  const row = await withinListedBytes(tx, guild_id, 'multi_panels', () => adding.executeTakeFirst());
  if (!row) throw new AppError('save.outdated');
  await writeCheckedPanels(tx, row, values.panels);
  return row;
}
