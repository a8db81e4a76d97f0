import { isDeepStrictEqual } from 'node:util';
import type { Panel, PanelChange, PanelInput } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { namesOf } from '@tickets/contract/platform/fields';
import { gates } from '@tickets/contract/premium/gates';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { alongWith, record } from '../audit/record.ts';
import { recordEdit, refuseGone, requireVersion } from '../audit/version.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Emit } from '../platform/events/events.ts';
import { changePosted, postNew, removePosted, takenBack } from '../posted-messages/change.ts';
import { findRow, holding } from '../posted-messages/kind.ts';
import { followPremium } from '../premium/follow.ts';
import { checkPanelQuota, enforcePanelQuota } from '../premium/panel-quota.ts';
import { holdGuild } from '../servers/hold-guild.ts';
import { withinListedBytes } from '../servers/most.ts';
import { checkNewPanel, checkPanel } from './check.ts';
import type { PanelContent } from './content.ts';
import { cancelOut, type DeletedPanel, deletedOf, heldContextMenu, putBack, takeOut } from './deleted.ts';
import { outdateMultiPanelsOf, refreshMultiPanels } from './multi/refresh.ts';
import { type ButtonContent, type PanelRow, panelKind } from './posted/message.ts';
import { fieldsOf, insertPanel, readPanels, type StoredPanel, toPanel, writePanel } from './rows.ts';
import { followWorkersLater, isWorkedByOthers } from './who-works.ts';

export async function listPanels(call: Call, guild_id: string): Promise<Panel[]> {
  authorise(call, 'panel.list', guild_id);
  const panels = await readPanels(call.db, guild_id);
  // Premium may be back since.
  const isStale =
    panels.some(({ force_disabled }) => force_disabled) && (await followPremium(call, guild_id));
  return (isStale ? await readPanels(call.db, guild_id) : panels).map(toPanel);
}

/**
 * Makes a panel and posts its message. When Discord refuses the message there is no panel either, and the reason is
 * said; when Discord does not answer, the panel stays and its message follows.
 */
export async function createPanel(
  call: Call,
  guild_id: string,
  input: PanelInput,
  was?: DeletedPanel,
): Promise<Panel> {
  authorise(call, 'panel.create', guild_id);
  const content = await checkNewPanel(call, guild_id, input);
  const { row, entry_id, along, ...made } = await call.db.transaction().execute(async (tx) => {
    await holdGuild(tx, guild_id);
    await checkPanelQuota(call, tx, guild_id);
    const made = await insertPanel(tx, guild_id, content, was);
    const back = was && (await putBack(tx, call, guild_id, { ...was, title: made.title }));
    const entry_id = await recordEdit(tx, call, guild_id, {
      ...entryOf(made),
      action: 'panel.create',
      after: fieldsOf(content),
    });
    const { following = [], along = [] } = back ?? {};
    return { row: { ...made, version: entry_id ?? 0 }, entry_id, following, along };
  });
  let { following } = made;
  try {
    await postNew(call, panelKind, row, {
      entry_id,
      remove: async (tx, emit) => {
        const because = `Discord refused the panel ${row.title}`;
        const out = await takeOutOfAll(tx, emit, call, { row, because });
        await cancelOut(tx, guild_id, along, out.along);
        await deleteRow(tx, call, row);
        following = out.following;
      },
    });
  } finally {
    // Its closed tickets are again those of its teams, or are so no more where Discord refused it.
    if (was) call.events.publish({ type: 'access.changed', guild_id });
    await refreshMultiPanels(call, guild_id, following);
  }
  return toPanel(await getPanel(call, guild_id, row.panel_id));
}

const entryOf = ({ panel_id, title }: Pick<PanelRow, 'panel_id' | 'title'>) => ({
  resource: 'panel' as const,
  id: panel_id,
  name: title,
});

/** Changes a panel and its message. When Discord refuses the message, the panel is as it was before. */
export async function updatePanel(
  call: Call,
  guild_id: string,
  panel_id: number,
  { based_on: read, ...input }: PanelChange,
): Promise<Panel> {
  authorise(call, 'panel.update', guild_id);
  let following: number[] = [];
  const work = async () => {
    const compared = { guild_id, resource: 'panel' as const, id: panel_id, read };
    const found = await findChangeable(call, guild_id, panel_id);
    if (!found) return refuseGone(call.db, compared, new AppError('panel.not_found'));
    const { row, stored } = found;
    await requireVersion(call.db, { ...compared, is: row.version });
    const next = await checkPanel(call, guild_id, input, stored);
    const isOthers = isWorkedByOthers(stored, next);
    const entry = { ...entryOf({ panel_id, title: next.title }), action: 'panel.update' as const };
    const current = async (tx: Tx) => (await readPanels(tx, guild_id, panel_id))[0] ?? stored;
    let written = stored;
    await changePosted(call, panelKind, {
      by: call,
      before: row,
      channel_id: next.channel_id,
      write: async (tx, emit) => {
        await withinListedBytes(tx, guild_id, 'panels', () => writePanel(tx, stored, next));
        written = await current(tx);
        // Not before Discord has the message: a claim that ended would not come back with the panel.
        if (isOthers) await followWorkersLater(tx, row, {});
        if (isOthers) emit({ type: 'access.changed', guild_id });
        if (looksOther(stored, next)) following = await outdateMultiPanelsOf(tx, guild_id, [panel_id]);
        const edit = { ...entry, before: fieldsOf(stored), after: fieldsOf(next) };
        return { entry_id: await recordEdit(tx, call, guild_id, edit) };
      },
      restore: async (tx, emit) => {
        const now = await current(tx);
        const back = takenBack(now, { before: stored, written });
        // One that was renamed meanwhile is the same emoji.
        if (back.emoji_id !== now.emoji_id) back.emoji_name = stored.emoji_name;
        await writePanel(tx, stored, back);
        if (isOthers) await followWorkersLater(tx, row, { in_background: true });
        if (isOthers) emit({ type: 'access.changed', guild_id });
        if (looksOther(stored, next)) following = await outdateMultiPanelsOf(tx, guild_id, [panel_id]);
        const after = fieldsOf({ ...(await current(tx)), channel_id: back.channel_id });
        return {
          edit: { ...entry, name: back.title, before: fieldsOf(now), after },
          is_as_before: isDeepStrictEqual(after, fieldsOf(stored)),
        };
      },
    });
    if (isOthers) await followWorkersLater(call.db, row, { in_background: true });
  };
  try {
    await holding(call, panelKind, panel_id, work);
    call.events.publish({ type: 'list.changed', guild_id });
  } finally {
    await refreshMultiPanels(call, guild_id, following);
  }
  return toPanel(await getPanel(call, guild_id, panel_id));
}

/** Posts a panel's message again, and deletes the one before. */
export async function resendPanel(call: Call, guild_id: string, panel_id: number): Promise<void> {
  authorise(call, 'panel.resend', guild_id);
  await holding(call, panelKind, panel_id, async () => {
    const found = await findChangeable(call, guild_id, panel_id);
    if (!found) throw new AppError('panel.not_found');
    const { row } = found;
    await changePosted(call, panelKind, {
      by: call,
      before: row,
      anew: true,
      write: async (tx) => ({
        entry_id: await record(tx, call, guild_id, { ...entryOf(row), action: 'panel.resend' }),
      }),
    });
  });
}

/**
 * Removes a panel and its message. Tickets that it opened stay, without a panel: those that are closed keep the number of
 * one that is not there, because there can be too many for one statement.
 */
export async function removePanel(call: Call, guild_id: string, panel_id: number): Promise<void> {
  authorise(call, 'panel.delete', guild_id);
  let following: number[] = [];
  await holding(call, panelKind, panel_id, async () => {
    const row = await findRow(call.db, panelKind, guild_id, panel_id);
    if (!row) throw new AppError('panel.not_found');
    await removePosted(call, panelKind, row, async (tx, emit) => {
      const out = await takeOutOfAll(tx, emit, call, { row, because: `the panel ${row.title} was deleted` });
      const { before } = out;
      await record(tx, call, guild_id, { ...entryOf(row), action: 'panel.delete', before });
      await deleteRow(tx, call, row);
      following = out.following;
    });
  });
  call.events.publish({ type: 'list.changed', guild_id });
  await refreshMultiPanels(call, guild_id, following);
}

/** Takes a panel that goes out of all that names it. Returns what it was, and the multi-panels that showed it. */
async function takeOutOfAll(
  tx: Tx,
  emit: Emit,
  call: Call,
  { row: { guild_id, panel_id }, because }: { row: PanelRow; because: string },
) {
  // Before the panel, in the order of a save of the settings.
  const context_menu_panel = await heldContextMenu(tx, guild_id);
  // A multi-panel that takes it in at this moment is waited for; after that none can.
  await tx.selectFrom('panels').where('panel_id', '=', panel_id).select('panel_id').forUpdate().execute();
  const following = await outdateMultiPanelsOf(tx, guild_id, [panel_id]);
  const before = await deletedOf(tx, guild_id, { panel_id, context_menu_panel });
  const along = await takeOut(tx, alongWith(call, because), guild_id, before);
  // While its tickets are known by it.
  await followWorkersLater(tx, { guild_id, panel_id }, { in_background: true });
  emit({ type: 'access.changed', guild_id });
  return { before, following, along };
}

async function deleteRow(tx: Tx, call: Call, { guild_id, panel_id }: PanelRow): Promise<void> {
  await tx.deleteFrom('panels').where('guild_id', '=', guild_id).where('panel_id', '=', panel_id).execute();
  // One that was too many may work now.
  await enforcePanelQuota({ ...call, db: tx }, guild_id);
}

async function getPanel(ctx: Context, guild_id: string, panel_id: number): Promise<StoredPanel> {
  const [panel] = await readPanels(ctx.db, guild_id, panel_id);
  if (!panel) throw new AppError('panel.not_found');
  return panel;
}

/** A panel that may be changed, as its row and with what other tables hold of it. Its lock is held. */
async function findChangeable(ctx: Context, guild_id: string, panel_id: number) {
  let [stored] = await readPanels(ctx.db, guild_id, panel_id);
  if (stored?.force_disabled && (await followPremium(ctx, guild_id)))
    [stored] = await readPanels(ctx.db, guild_id, panel_id);
  if (stored?.force_disabled) throw new AppError(gates.surplus_panels.refused);
  const row = await findRow(ctx.db, panelKind, guild_id, panel_id);
  return stored && row && { row, stored };
}

/** What multi-panels show of a panel: all that its button is made of. */
const shown: Record<Exclude<keyof ButtonContent, 'custom_id' | 'force_disabled'>, true> = {
  title: true,
  button_label: true,
  button_style: true,
  emoji_name: true,
  emoji_id: true,
  disabled: true,
};

function looksOther(before: PanelContent, next: PanelContent): boolean {
  return namesOf(shown).some((name) => before[name] !== next[name]);
}
