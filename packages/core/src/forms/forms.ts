import type { Form, FormRename, FormTitleInput } from '@tickets/contract/forms/forms';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import { recordEdit, requireVersion } from '../audit/version.ts';
import { takeTurn } from '../servers/hold-guild.ts';
import { type DeletedForm, deletedOf, putBack, takeFromPanels } from './deleted.ts';
import { keepQuestions } from './past-questions.ts';
import { heldForm, insertForm, toInput } from './rows.ts';

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
      'version',
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
  return call.db.transaction().execute(async (tx) => {
    const form = await insertForm(tx, guild_id, input);
    const version = await recordEdit(tx, call, guild_id, {
      ...entryOf(form),
      action: 'form.create',
      after: { title: form.title },
    });
    return { ...form, version: version ?? 0, inputs: [] };
  });
}

/** Brings a deleted form back as it was, with its questions, to the panels that asked it and ask none now. */
export async function restoreForm(call: Call, guild_id: string, was: DeletedForm): Promise<void> {
  authorise(call, 'form.create', guild_id);
  await call.db.transaction().execute(async (tx) => {
    await takeTurn(tx, guild_id);
    const { form_id, custom_id, title, inputs, panels } = was;
    await insertForm(tx, guild_id, { form_id, custom_id, title });
    await putBack(tx, call, guild_id, was);
    await recordEdit(tx, call, guild_id, {
      ...entryOf(was),
      action: 'form.create',
      after: { title, inputs, panels },
    });
  });
}

const entryOf = ({ form_id, title }: { form_id: number; title: string }) => ({
  resource: 'form' as const,
  id: form_id,
  name: title,
});

export async function renameForm(
  call: Call,
  guild_id: string,
  form_id: number,
  { title, based_on: read }: FormRename,
): Promise<{ version: number }> {
  authorise(call, 'form.update', guild_id);
  return call.db.transaction().execute(async (tx) => {
    const before = await heldForm(tx, guild_id, form_id, read);
    await requireVersion(tx, { guild_id, resource: 'form', id: form_id, is: before.version, read });
    await tx.updateTable('forms').set({ title }).where('form_id', '=', form_id).execute();
    const version = await recordEdit(tx, call, guild_id, {
      ...entryOf({ form_id, title }),
      action: 'form.rename',
      before: { title: before.title },
      after: { title },
    });
    return { version: version ?? before.version };
  });
}

/** Panels that used the form have none from then on. */
export async function removeForm(call: Call, guild_id: string, form_id: number): Promise<void> {
  authorise(call, 'form.delete', guild_id);
  await call.db.transaction().execute(async (tx) => {
    await takeTurn(tx, guild_id);
    const form = await heldForm(tx, guild_id, form_id);
    const inputs = await tx.selectFrom('form_inputs').where('form_id', '=', form_id).select('id').execute();
    await keepQuestions(tx, { guild_id, ids: inputs.map(({ id }) => id), now: call.clock.now() });
    const before = await deletedOf(tx, form);
    await takeFromPanels(tx, call, guild_id, form);
    await record(tx, call, guild_id, { ...entryOf(form), action: 'form.delete', before });
    await tx.deleteFrom('forms').where('form_id', '=', form_id).execute();
  });
}
