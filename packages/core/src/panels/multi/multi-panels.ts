import { isDeepStrictEqual } from 'node:util';
import type {
  MultiPanel,
  MultiPanelChange,
  MultiPanelFields,
  MultiPanelInput,
} from '@tickets/contract/panels/multi-panels';
import { multiPanelDefaults, multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { AppError } from '@tickets/contract/platform/errors';
import { merged, namesOf, picked } from '@tickets/contract/platform/fields';
import { sql } from 'kysely';
import { authorise } from '../../access/authorise.ts';
import type { Call } from '../../access/caller.ts';
import { record } from '../../audit/record.ts';
import { recordEdit, refuseGone, requireVersion } from '../../audit/version.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { changePosted, postNew, removePosted, takenBack } from '../../posted-messages/change.ts';
import { findRow, holding } from '../../posted-messages/kind.ts';
import { takeTurn } from '../../servers/hold-guild.ts';
import { withinListedBytes } from '../../servers/most.ts';
import { checkMultiPanel } from './check.ts';
import { multiPanelKind } from './message.ts';
import {
  columnsOf,
  embedOf,
  insertMultiPanel,
  type MultiPanelRow,
  panelsOf,
  toMultiPanel,
  writeCheckedPanels,
  writePanels,
} from './rows.ts';

const defaults: MultiPanelFields = multiPanelDefaults;

/** The multi-panels of a server, oldest first. */
export async function listMultiPanels(call: Call, guild_id: string): Promise<MultiPanel[]> {
  authorise(call, 'multi_panel.list', guild_id);
  const rows = await call.db
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
  call: Call,
  guild_id: string,
  input: MultiPanelInput,
  was?: { id: number },
): Promise<MultiPanel> {
  authorise(call, 'multi_panel.create', guild_id);
  const values = merged(input, { kept: defaults, defaults });
  await checkMultiPanel(call, guild_id, values);
  const { row, entry_id } = await call.db.transaction().execute(async (tx) => {
    // Whoever turns panels on or off meanwhile finds the new one, or has done it before its message is made.
    await takeTurn(tx, guild_id);
    const made = await insertMultiPanel(tx, guild_id, values, was);
    const entry_id = await recordEdit(tx, call, guild_id, {
      ...entryOf(made.id, values),
      action: 'multi_panel.create',
      after: values,
    });
    return { row: { ...made, version: entry_id ?? 0 }, entry_id };
  });
  return whole(call.db, await postNew(call, multiPanelKind, row, { entry_id }));
}

/** A multi-panel is known by the title of its message. */
const entryOf = (id: number, { embed }: Pick<MultiPanelFields, 'embed'>) => ({
  resource: 'multi_panel' as const,
  id,
  ...(embed.title && { name: embed.title }),
});

/** What somebody says of a multi-panel. */
export const fieldsOf = (multi_panel: MultiPanelFields): MultiPanelFields =>
  picked(multi_panel, namesOf(defaults));

/** Changes a multi-panel and its message. What the input does not name stays. */
export async function updateMultiPanel(
  call: Call,
  guild_id: string,
  id: number,
  { based_on: read, ...input }: MultiPanelChange,
): Promise<MultiPanel> {
  authorise(call, 'multi_panel.update', guild_id);
  return holding(call, multiPanelKind, id, async () => {
    const compared = { guild_id, resource: 'multi_panel' as const, id, read };
    const row = await findRow(call.db, multiPanelKind, guild_id, id);
    if (!row) return refuseGone(call.db, compared, new AppError('multi_panel.not_found'));
    await requireVersion(call.db, { ...compared, is: row.version });
    const before = await whole(call.db, row);
    const values = merged(input, { kept: before, defaults });
    await checkMultiPanel(call, guild_id, values, before);
    const stored = fieldsOf(before);
    const entry = { ...entryOf(id, values), action: 'multi_panel.update' as const };
    const current = async (tx: Tx) =>
      fieldsOf(await whole(tx, (await findRow(tx, multiPanelKind, guild_id, id)) ?? row));
    let written = stored;
    const changed = await changePosted(call, multiPanelKind, {
      by: call,
      before: row,
      channel_id: values.channel_id,
      write: async (tx) => {
        await withinListedBytes(tx, guild_id, 'multi_panels', () => writeColumns(tx, row, values));
        if (input.panels) await writeCheckedPanels(tx, row, values.panels);
        written = await current(tx);
        const edit = { ...entry, before: stored, after: fieldsOf(values) };
        return { entry_id: await recordEdit(tx, call, guild_id, edit) };
      },
      restore: async (tx) => {
        const now = await current(tx);
        const back = takenBack(now, { before: stored, written });
        back.panels = withinMost(back.panels, stored.panels);
        await writeColumns(tx, row, back);
        if (input.panels) await writePanels(tx, row, back.panels);
        const after = { ...(await current(tx)), channel_id: back.channel_id };
        return {
          edit: { ...entry, ...entryOf(id, back), before: now, after },
          is_as_before: isDeepStrictEqual(after, stored),
        };
      },
    });
    return whole(call.db, changed);
  });
}

/** As many panels as a multi-panel may show: all that it showed before, and of those that others added as many as fit. */
function withinMost(panels: readonly number[], before: readonly number[]): number[] {
  const came = panels.filter((id) => !before.includes(id));
  const over = came.slice(multiPanelLimits.max - (panels.length - came.length));
  return panels.filter((id) => !over.includes(id));
}

/** Posts the message of a multi-panel again, and deletes the one before. One without panels would have no button. */
export async function resendMultiPanel(call: Call, guild_id: string, id: number): Promise<void> {
  authorise(call, 'multi_panel.resend', guild_id);
  await withRow(call, guild_id, id, async (row) => {
    if (!(await panelsOf(call.db, row)).length) throw new AppError('multi_panel.empty');
    const entry = { ...entryOf(id, { embed: embedOf(row) }), action: 'multi_panel.resend' as const };
    await changePosted(call, multiPanelKind, {
      by: call,
      before: row,
      anew: true,
      write: async (tx) => ({ entry_id: await record(tx, call, guild_id, entry) }),
    });
  });
}

/** Removes a multi-panel and its message. Its panels stay. */
export async function removeMultiPanel(call: Call, guild_id: string, id: number): Promise<void> {
  authorise(call, 'multi_panel.delete', guild_id);
  await withRow(call, guild_id, id, async (row) => {
    const before = fieldsOf(await whole(call.db, row));
    await removePosted(call, multiPanelKind, row, async (tx) => {
      await record(tx, call, guild_id, {
        ...entryOf(id, before),
        action: 'multi_panel.delete',
        before: { ...before, id },
      });
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

async function whole(db: Db | Tx, row: MultiPanelRow): Promise<MultiPanel> {
  const panels = await panelsOf(db, row);
  return toMultiPanel(
    row,
    panels.map(({ panel_id }) => panel_id),
  );
}

async function writeColumns(
  tx: Tx,
  { guild_id, id }: MultiPanelRow,
  values: MultiPanelFields,
): Promise<void> {
  await tx
    .updateTable('multi_panels')
    .set(columnsOf(values))
    .where('guild_id', '=', guild_id)
    .where('id', '=', id)
    .execute();
}
