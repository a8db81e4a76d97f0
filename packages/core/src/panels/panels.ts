import { AppError } from '@tickets/contract/errors';
import type { Panel, PanelInput } from '@tickets/contract/panels';
import { requireAdmin } from '../access/load.ts';
import type { Actor, Context } from '../platform/context.ts';
import { changePosted, postNew, removePosted } from '../posted-messages/change.ts';
import { findRow, holding } from '../posted-messages/kind.ts';
import { checkPanelQuota, enforcePanelQuota } from '../premium/panel-quota.ts';
import { holdGuild } from '../servers/hold-guild.ts';
import { checkPanel } from './check.ts';
import type { PanelContent } from './content.ts';
import { panelKind } from './message.ts';
import { outdateMultiPanelsOf, refreshMultiPanels } from './multi/refresh.ts';
import { insertPanel, readPanels, type StoredPanel, toPanel, writePanel } from './rows.ts';

export async function listPanels(ctx: Context, guild_id: string): Promise<Panel[]> {
  const panels = await readPanels(ctx.db, guild_id);
  // Premium may be back since.
  const isStale =
    panels.some(({ force_disabled }) => force_disabled) && (await enforcePanelQuota(ctx, guild_id));
  return (isStale ? await readPanels(ctx.db, guild_id) : panels).map(toPanel);
}

/**
 * Makes a panel and posts its message. When Discord refuses the message there is no panel either, and the reason is
 * said; when Discord does not answer, the panel stays and its message follows.
 */
export async function createPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  input: PanelInput,
): Promise<Panel> {
  await requireAdmin(ctx, actor, guild_id);
  await checkPanelQuota(ctx, ctx.db, guild_id); // before the lock, only to refuse early
  const content = await checkPanel(ctx, guild_id, input);
  const row = await ctx.db.transaction().execute(async (tx) => {
    await holdGuild(tx, guild_id);
    await checkPanelQuota(ctx, tx, guild_id);
    return insertPanel(tx, guild_id, content);
  });
  const { panel_id } = await postNew(ctx, panelKind, row);
  return toPanel(await getPanel(ctx, guild_id, panel_id));
}

/** Changes a panel and its message. When Discord refuses the message, the panel is as it was before. */
export async function updatePanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  panel_id: number,
  input: PanelInput,
): Promise<Panel> {
  await requireAdmin(ctx, actor, guild_id);
  let following: number[] = [];
  await holding(ctx, panelKind, panel_id, async () => {
    const { row, stored } = await getChangeable(ctx, guild_id, panel_id);
    const next = await checkPanel(ctx, guild_id, input, stored);
    await changePosted(ctx, panelKind, {
      before: row,
      channel_id: next.channel_id,
      write: async (tx) => {
        await writePanel(tx, stored, next);
        if (looksOther(stored, next)) following = await outdateMultiPanelsOf(tx, guild_id, [panel_id]);
      },
      restore: async (tx) => {
        await writePanel(tx, stored, stored);
      },
    });
  });
  ctx.events.publish({ type: 'list.changed', guild_id });
  await refreshMultiPanels(ctx, guild_id, following);
  return toPanel(await getPanel(ctx, guild_id, panel_id));
}

/** Posts a panel's message again, and deletes the one before. */
export async function resendPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  panel_id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  await holding(ctx, panelKind, panel_id, async () => {
    const { row } = await getChangeable(ctx, guild_id, panel_id);
    await changePosted(ctx, panelKind, { before: row, anew: true });
  });
}

/** Removes a panel and its message. Tickets that it opened stay, without a panel. */
export async function removePanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  panel_id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  let following: number[] = [];
  await holding(ctx, panelKind, panel_id, async () => {
    const row = await findRow(ctx.db, panelKind, guild_id, panel_id);
    if (!row) throw new AppError('panel.not_found');
    await removePosted(ctx, panelKind, row, async (tx) => {
      const containing = await outdateMultiPanelsOf(tx, guild_id, [panel_id]);
      // A multi-panel that takes it in at this moment is waited for; after that none can.
      await tx.selectFrom('panels').where('panel_id', '=', panel_id).select('panel_id').forUpdate().execute();
      following = [...new Set([...containing, ...(await outdateMultiPanelsOf(tx, guild_id, [panel_id]))])];
      await tx
        .deleteFrom('panels')
        .where('guild_id', '=', guild_id)
        .where('panel_id', '=', panel_id)
        .execute();
    });
  });
  ctx.events.publish({ type: 'list.changed', guild_id });
  // One that was too many may work now.
  await enforcePanelQuota(ctx, guild_id);
  await refreshMultiPanels(ctx, guild_id, following);
}

async function getPanel(ctx: Context, guild_id: string, panel_id: number): Promise<StoredPanel> {
  const [panel] = await readPanels(ctx.db, guild_id, panel_id);
  if (!panel) throw new AppError('panel.not_found');
  return panel;
}

/** A panel that may be changed, as its row and with what other tables hold of it. Its lock is held. */
async function getChangeable(ctx: Context, guild_id: string, panel_id: number) {
  let stored = await getPanel(ctx, guild_id, panel_id);
  if (stored.force_disabled && (await enforcePanelQuota(ctx, guild_id)))
    stored = await getPanel(ctx, guild_id, panel_id);
  if (stored.force_disabled) throw new AppError('panel.locked');
  const row = await findRow(ctx.db, panelKind, guild_id, panel_id);
  if (!row) throw new AppError('panel.not_found');
  return { row, stored };
}

/** What multi-panels show of a panel. */
function looksOther(before: PanelContent, next: PanelContent): boolean {
  const shown = [
    'title',
    'button_label',
    'button_style',
    'emoji_name',
    'emoji_id',
    'disabled',
  ] as const satisfies (keyof PanelContent)[];
  return shown.some((key) => before[key] !== next[key]);
}
