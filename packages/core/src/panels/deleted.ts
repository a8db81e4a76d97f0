import { sameJson } from '@tickets/contract/audit/changes';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { PanelFields } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { alongWith, type ChangedBy, unrecord } from '../audit/record.ts';
import { type RecordedEdit, recordEdit, unrecordEdit } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import { changeSettings } from '../settings/change.ts';
import { heldSettings, recordSettings } from '../settings/save.ts';
import { outdateMultiPanelsOf } from './multi/refresh.ts';
import { embedOf, panelsOf, writePanels } from './multi/rows.ts';
import { fieldsOf, readPanels } from './rows.ts';

/** What is needed to bring a deleted panel back, beside its fields. */
export interface DeletedPanel {
  panel_id: number;
  /** By which its buttons are known. */
  custom_id: string;
  /** The multi-panels that showed it, with its place in each, from 0. */
  multi_panels: readonly { id: number; place: number }[];
  /** Whose settings tickets had that were opened from the menu of a message. Not there: it was another, or none. */
  in_context_menu?: boolean | undefined;
}

/** All of a panel that is about to be deleted. */
export async function deletedOf(
  tx: Tx,
  guild_id: string,
  { panel_id, context_menu_panel }: { panel_id: number; context_menu_panel: number | null },
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
    ...(context_menu_panel === panel_id && { in_context_menu: true }),
  };
}

/** Takes a panel that is about to be deleted out of what names it, and records it of each. Returns what it recorded. */
export async function takeOut(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { panel_id, multi_panels, in_context_menu }: DeletedPanel,
): Promise<RecordedEdit[]> {
  const along: RecordedEdit[] = [];
  const without = (shown: number[]) => shown.filter((one) => one !== panel_id);
  for (const { id } of multi_panels) along.push(...(await changeShown(tx, by, { guild_id, id }, without)));
  if (in_context_menu)
    along.push(...(await writeContextMenu(tx, by, guild_id, { before: panel_id, after: null })));
  return along;
}

/** Takes both back of what was recorded when a panel came back and when it went again, where nothing was between them. */
export async function cancelOut(
  tx: Tx,
  guild_id: string,
  came: readonly RecordedEdit[],
  went: readonly RecordedEdit[],
): Promise<void> {
  for (const edit of came) {
    const last = went.find(({ version_before }) => version_before === edit.entry_id);
    if (!last) continue;
    await unrecord(tx, last.entry_id);
    await unrecordEdit(tx, guild_id, edit);
  }
}

/** Which panel the menu of a message uses, while nobody else saves the settings. */
export const heldContextMenu = async (tx: Tx, guild_id: string): Promise<number | null> =>
  (await heldSettings(tx, guild_id)).context_menu_panel;

async function writeContextMenu(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { before, after }: { before: number | null; after: number | null },
): Promise<RecordedEdit[]> {
  const { version: version_before } = await heldSettings(tx, guild_id);
  await changeSettings(tx, guild_id, { context_menu_panel: after });
  const entry_id = await recordSettings(tx, by, guild_id, {
    before: { context_menu_panel: before },
    after: { context_menu_panel: after },
  });
  return entry_id === undefined ? [] : [{ resource: 'settings', id: guild_id, entry_id, version_before }];
}

/** Writes which panels a multi-panel shows, and records it. */
async function changeShown(
  tx: Tx,
  by: ChangedBy,
  of: { guild_id: string; id: number },
  change: (shown: number[]) => number[],
): Promise<RecordedEdit[]> {
  const row = await tx
    .selectFrom('multi_panels')
    .where('guild_id', '=', of.guild_id)
    .where('id', '=', of.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const before = (await panelsOf(tx, row)).map((panel) => panel.panel_id);
  const after = change(before);
  if (sameJson(before, after)) return [];
  await writePanels(tx, row, after);
  const { title } = embedOf(row);
  const what = { resource: 'multi_panel' as const, id: of.id };
  const entry_id = await recordEdit(tx, by, of.guild_id, {
    ...what,
    action: 'multi_panel.update',
    ...(title && { name: title }),
    before: { panels: before },
    after: { panels: after },
  });
  return entry_id === undefined ? [] : [{ ...what, entry_id, version_before: row.version }];
}

/**
 * Puts a panel that came back where it was: into the multi-panels that showed it and have room, and into the settings where
 * no other is named. Returns the multi-panels that it is in, and the entries that tell of it.
 */
export async function putBack(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { panel_id, title, multi_panels, in_context_menu }: DeletedPanel & Pick<PanelFields, 'title'>,
): Promise<{ following: number[]; along: RecordedEdit[] }> {
  const by_them = alongWith(by, `the panel ${title} came back`);
  const along: RecordedEdit[] = [];
  if (in_context_menu && (await heldContextMenu(tx, guild_id)) === null)
    along.push(...(await writeContextMenu(tx, by_them, guild_id, { before: null, after: panel_id })));
  for (const { id, place } of multi_panels) {
    const added = (shown: number[]) =>
      shown.length < multiPanelLimits.max ? shown.toSpliced(place, 0, panel_id) : shown;
    along.push(...(await changeShown(tx, by_them, { guild_id, id }, added)));
  }
  return { following: await outdateMultiPanelsOf(tx, guild_id, [panel_id]), along };
}
