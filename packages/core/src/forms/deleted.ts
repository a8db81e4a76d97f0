import type { FormInputFields } from '@tickets/contract/forms/forms';
import { sql } from 'kysely';
import { alongWith, type ChangedBy } from '../audit/record.ts';
import { recordEdit } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import { insertInputs, questionsOf } from './rows.ts';

/** All of a form that was deleted, and where it was asked. */
export interface DeletedForm {
  form_id: number;
  custom_id: string;
  title: string;
  inputs: readonly FormInputFields[];
  panels: readonly { panel_id: number; column: 'form_id' | 'exit_survey_form_id' }[];
}

const columns = ['form_id', 'exit_survey_form_id'] as const;

/** A panel with what it asks. */
interface AskingPanel {
  panel_id: number;
  title: string;
  form_id: number | null;
  exit_survey_form_id: number | null;
}

const asked = ({ form_id, exit_survey_form_id }: AskingPanel) => ({ form_id, exit_survey_form_id });

/** The panels of a server that ask one of these forms, or are these, while nobody else changes them. */
async function heldPanels(
  tx: Tx,
  guild_id: string,
  { form_id = null, panel_ids = [] }: { form_id?: number | null; panel_ids?: readonly number[] },
): Promise<AskingPanel[]> {
  const { rows } = await sql<AskingPanel>`
    select panel_id, title, form_id, exit_survey_form_id from panels
    where guild_id = ${guild_id} and (form_id = ${form_id}::integer or exit_survey_form_id = ${form_id}::integer
      or panel_id = any(${panel_ids}::integer[]))
    order by panel_id for no key update`.execute(tx);
  return rows;
}

/** Has the panels that ask a form ask it no more, before it is deleted, and records it of each. */
export async function takeFromPanels(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { form_id, title }: { form_id: number; title: string },
): Promise<void> {
  const panels = await heldPanels(tx, guild_id, { form_id });
  for (const panel of panels) {
    const after = { ...asked(panel) };
    for (const column of columns) if (after[column] === form_id) after[column] = null;
    await writeAsked(tx, alongWith(by, `the form ${title} was deleted`), guild_id, panel, after);
  }
}

async function writeAsked(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  panel: AskingPanel,
  after: ReturnType<typeof asked>,
): Promise<void> {
  const { panel_id, title } = panel;
  await tx.updateTable('panels').set(after).where('panel_id', '=', panel_id).execute();
  await recordEdit(tx, by, guild_id, {
    action: 'panel.update',
    resource: 'panel',
    id: panel_id,
    name: title,
    before: asked(panel),
    after,
  });
}

/** All of a form that is about to be deleted. */
export async function deletedOf(
  tx: Tx,
  { form_id, custom_id, title }: { form_id: number; custom_id: string; title: string },
): Promise<DeletedForm> {
  const panels: { panel_id: number; column: (typeof columns)[number] }[] = [];
  for (const column of columns) {
    const rows = await tx
      .selectFrom('panels')
      .where(column, '=', form_id)
      .select('panel_id')
      .orderBy('panel_id')
      .execute();
    panels.push(...rows.map(({ panel_id }) => ({ panel_id, column })));
  }
  return { form_id, custom_id, title, inputs: await questionsOf(tx, form_id), panels };
}

/** Gives a form that came back its questions, and to the panels that have none in its place. */
export async function putBack(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { form_id, title, inputs, panels }: DeletedForm,
): Promise<void> {
  await insertInputs(tx, form_id, inputs);
  const held = await heldPanels(tx, guild_id, { panel_ids: panels.map(({ panel_id }) => panel_id) });
  for (const panel of held) {
    const after = { ...asked(panel) };
    for (const { panel_id, column } of panels)
      if (panel_id === panel.panel_id && after[column] === null) after[column] = form_id;
    await writeAsked(tx, alongWith(by, `the form ${title} came back`), guild_id, panel, after);
  }
}
