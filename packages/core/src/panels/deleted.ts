import { sameJson } from '@tickets/contract/audit/changes';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { PanelFields } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { alongWith, type ChangedBy } from '../audit/record.ts';
import { recordEdit } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import { changeSettings } from '../settings/change.ts';
import { recordSettings } from '../settings/save.ts';
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

/** Takes a panel that is about to be deleted out of what names it, and records it of each. */
export async function takeOut(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { panel_id, title, multi_panels, in_context_menu }: PanelFields & DeletedPanel,
): Promise<void> {
  const along = alongWith(by, `the panel ${title} was deleted`);
  for (const { id } of multi_panels)
    await changeShown(tx, along, { guild_id, id }, (shown) => shown.filter((one) => one !== panel_id));
  if (in_context_menu) await writeContextMenu(tx, along, guild_id, { before: panel_id, after: null });
}

/** Which panel the menu of a message uses, while nobody else saves the settings. */
export async function contextMenuOf(tx: Tx, guild_id: string): Promise<number | null> {
  const row = await tx
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .select('context_menu_panel')
    .forUpdate()
    .executeTakeFirst();
  return row?.context_menu_panel ?? null;
}

async function writeContextMenu(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { before, after }: { before: number | null; after: number | null },
): Promise<number | undefined> {
  await changeSettings(tx, guild_id, { context_menu_panel: after });
  return recordSettings(tx, by, guild_id, {
    before: { context_menu_panel: before },
    after: { context_menu_panel: after },
  });
}

/** Writes which panels a multi-panel shows, and records it. */
async function changeShown(
  tx: Tx,
  by: ChangedBy,
  of: { guild_id: string; id: number },
  change: (shown: number[]) => number[],
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('multi_panels')
    .where('guild_id', '=', of.guild_id)
    .where('id', '=', of.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const before = (await panelsOf(tx, row)).map((panel) => panel.panel_id);
  const after = change(before);
  if (sameJson(before, after)) return undefined;
  await writePanels(tx, row, after);
  const { title } = embedOf(row);
  return recordEdit(tx, by, of.guild_id, {
    action: 'multi_panel.update',
    resource: 'multi_panel',
    id: of.id,
    ...(title && { name: title }),
    before: { panels: before },
    after: { panels: after },
  });
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
): Promise<{ following: number[]; along: number[] }> {
  const by_them = alongWith(by, `the panel ${title} came back`);
  const along: (number | undefined)[] = [];
  if (in_context_menu && (await contextMenuOf(tx, guild_id)) === null)
    along.push(await writeContextMenu(tx, by_them, guild_id, { before: null, after: panel_id }));
  for (const { id, place } of multi_panels) {
    const added = (shown: number[]) =>
      shown.length < multiPanelLimits.max ? shown.toSpliced(place, 0, panel_id) : shown;
    along.push(await changeShown(tx, by_them, { guild_id, id }, added));
  }
  return {
    following: await outdateMultiPanelsOf(tx, guild_id, [panel_id]),
    along: along.filter((id) => id !== undefined),
  };
}
