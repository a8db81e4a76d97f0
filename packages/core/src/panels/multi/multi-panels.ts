import { CustomEmbedInput } from '@tickets/contract/embeds';
import { AppError } from '@tickets/contract/errors';
import type { MultiPanel, MultiPanelInput } from '@tickets/contract/multi-panels';
import { multiPanelDefaults } from '@tickets/contract/panel-defaults';
import { sql } from 'kysely';
import { requireAdmin } from '../../access/load.ts';
import type { Actor, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { changePosted, postNew, removePosted } from '../../posted-messages/change.ts';
import { findRow, holding } from '../../posted-messages/kind.ts';
import { checkMultiPanel } from './check.ts';
import { multiPanelKind } from './message.ts';
import {
  columnsOf,
  type MultiPanelRow,
  type MultiPanelValues,
  panelsOf,
  toMultiPanel,
  writeCheckedPanels,
  writePanels,
} from './rows.ts';

/** The multi-panels of a server, oldest first. */
export async function listMultiPanels(ctx: Pick<Context, 'db'>, guild_id: string): Promise<MultiPanel[]> {
  const rows = await ctx.db
    .selectFrom('multi_panels as m')
    .where('m.guild_id', '=', guild_id)
    .selectAll('m')
    .select(
      sql<number[]>`array(select p.panel_id from multi_panel_panels p
        where p.multi_panel_id = m.id order by p.position)`.as('panels'),
    )
    .orderBy('m.id')
    .execute();
  return rows.map(({ panels, ...row }) => toMultiPanel(row, panels));
}

/**
 * Makes a multi-panel and posts its message. When Discord refuses the message there is no multi-panel either, and the
 * reason is said; when Discord does not answer, the multi-panel stays and its message follows.
 */
export async function createMultiPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  input: MultiPanelInput,
): Promise<MultiPanel> {
  await requireAdmin(ctx, actor, guild_id);
  const values: MultiPanelValues = {
    channel_id: input.channel_id ?? '0',
    select_menu: input.select_menu ?? false,
    select_menu_placeholder: input.select_menu_placeholder ?? null,
    embed: input.embed ?? CustomEmbedInput.parse({ title: multiPanelDefaults.title }),
    panels: input.panels ?? [],
  };
  await checkMultiPanel(ctx, guild_id, values);
  const row = await ctx.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('multi_panels')
      .values({ guild_id, channel_id: values.channel_id, ...columnsOf(values) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeCheckedPanels(tx, made, values.panels);
    return made;
  });
  return whole(ctx, await postNew(ctx, multiPanelKind, row));
}

/** Changes a multi-panel and its message. What the input does not name stays. */
export async function updateMultiPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  id: number,
  input: MultiPanelInput,
): Promise<MultiPanel> {
  await requireAdmin(ctx, actor, guild_id);
  return withRow(ctx, guild_id, id, async (row) => {
    const before = await whole(ctx, row);
    const values: MultiPanelValues = {
      channel_id: input.channel_id ?? before.channel_id,
      select_menu: input.select_menu ?? before.select_menu,
      // Null is a value here: no placeholder of its own.
      select_menu_placeholder:
        input.select_menu_placeholder === undefined
          ? before.select_menu_placeholder
          : input.select_menu_placeholder,
      embed: input.embed ?? before.embed,
      panels: input.panels ?? before.panels,
    };
    await checkMultiPanel(ctx, guild_id, values, before);
    const changed = await changePosted(ctx, multiPanelKind, {
      before: row,
      channel_id: values.channel_id,
      write: async (tx) => {
        await writeColumns(tx, row, values);
        if (input.panels) await writeCheckedPanels(tx, row, values.panels);
      },
      restore: async (tx) => {
        await writeColumns(tx, row, before);
        if (input.panels) await writePanels(tx, row, before.panels);
      },
    });
    return whole(ctx, changed);
  });
}

/** Posts the message of a multi-panel again, and deletes the one before. */
export async function resendMultiPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  await withRow(ctx, guild_id, id, async (row) => {
    await changePosted(ctx, multiPanelKind, { before: row, anew: true });
  });
}

/** Removes a multi-panel and its message. Its panels stay. */
export async function removeMultiPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  await withRow(ctx, guild_id, id, async (row) => {
    await removePosted(ctx, multiPanelKind, row, async (tx) => {
      await tx.deleteFrom('multi_panels').where('guild_id', '=', guild_id).where('id', '=', id).execute();
    });
  });
}

/** Runs `work` with the row as it is under its lock. */
function withRow<T>(
  ctx: Context,
  guild_id: string,
  id: number,
  work: (row: MultiPanelRow) => Promise<T>,
): Promise<T> {
  return holding(ctx, multiPanelKind, id, async () => {
    const row = await findRow(ctx.db, multiPanelKind, guild_id, id);
    if (!row) throw new AppError('multi_panel.not_found');
    return work(row);
  });
}

async function whole(ctx: Context, row: MultiPanelRow): Promise<MultiPanel> {
  const panels = await panelsOf(ctx.db, row);
  return toMultiPanel(
    row,
    panels.map(({ panel_id }) => panel_id),
  );
}

async function writeColumns(
  tx: Tx,
  { guild_id, id }: MultiPanelRow,
  values: MultiPanelValues,
): Promise<void> {
  await tx
    .updateTable('multi_panels')
    .set(columnsOf(values))
    .where('guild_id', '=', guild_id)
    .where('id', '=', id)
    .execute();
}
