import type { FormInputFields } from '@tickets/contract/forms/forms';
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
  guild_id: string,
  { form_id, inputs, panels }: DeletedForm,
): Promise<void> {
  await insertInputs(tx, form_id, inputs);
  for (const { panel_id, column } of panels)
    await tx
      .updateTable('panels')
      .set({ [column]: form_id })
      .where('guild_id', '=', guild_id)
      .where('panel_id', '=', panel_id)
      .where(column, 'is', null)
      .execute();
}
