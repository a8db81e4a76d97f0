import type { Form, FormTitleInput } from '@tickets/contract/forms/forms';
import { AppError } from '@tickets/contract/platform/errors';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { keepQuestions } from './past-questions.ts';
import { insertForm, toInput } from './rows.ts';

/** All forms of a server with their questions in order, oldest form first. */
export async function listForms(call: Call, guild_id: string): Promise<Form[]> {
  authorise(call, 'form.list', guild_id);
  const rows = await call.db
    .selectFrom('forms')
    .where('guild_id', '=', guild_id)
    .select((eb) => [
      'form_id',
      'guild_id',
      'title',
      'custom_id',
      jsonArrayFrom(
        eb
          .selectFrom('form_inputs')
          .whereRef('form_inputs.form_id', '=', 'forms.form_id')
          .selectAll('form_inputs')
          .orderBy('position'),
      ).as('inputs'),
    ])
    .orderBy('form_id')
    .execute();
  return rows.map((row) => ({ ...row, inputs: row.inputs.map(toInput) }));
}

/** A form begins without questions; until it has one, no panel shows it. */
export async function createForm(call: Call, guild_id: string, input: FormTitleInput): Promise<Form> {
  authorise(call, 'form.create', guild_id);
  return { ...(await insertForm(call.db, guild_id, input)), inputs: [] };
}

export async function renameForm(
  call: Call,
  guild_id: string,
  form_id: number,
  { title }: FormTitleInput,
): Promise<void> {
  authorise(call, 'form.update', guild_id);
  const { numUpdatedRows } = await call.db
    .updateTable('forms')
    .set({ title })
    .where('guild_id', '=', guild_id)
    .where('form_id', '=', form_id)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new AppError('form.not_found', { params: { form_id } });
}

/** Panels that used the form have none from then on: the foreign keys see to it in the same statement. */
export async function removeForm(call: Call, guild_id: string, form_id: number): Promise<void> {
  authorise(call, 'form.delete', guild_id);
  await call.db.transaction().execute(async (tx) => {
    const inputs = await tx
      .selectFrom('forms')
      .leftJoin('form_inputs', 'form_inputs.form_id', 'forms.form_id')
      .where('guild_id', '=', guild_id)
      .where('forms.form_id', '=', form_id)
      .select('form_inputs.id')
      .forUpdate('forms')
      .execute();
    if (!inputs.length) throw new AppError('form.not_found', { params: { form_id } });
    const ids = inputs.flatMap(({ id }) => id ?? []);
    await keepQuestions(tx, { guild_id, ids, now: call.clock.now() });
    await tx.deleteFrom('forms').where('form_id', '=', form_id).execute();
  });
}
