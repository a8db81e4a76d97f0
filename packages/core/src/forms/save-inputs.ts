import type { FormInputsSave } from '@tickets/contract/forms/forms';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { recordEdit, requireVersion } from '../audit/version.ts';
import { checkInputCount, checkInputIds, checkPositions } from './input-rules.ts';
import { keepQuestions } from './past-questions.ts';
import { heldForm, insertInputs, questionsOf, updateInput } from './rows.ts';

/**
 * Saves all questions of a form at once, or none. Saves of one form happen one after the other, so that the ids of a
 * save are compared with what the one before it left.
 */
export async function saveFormInputs(
  call: Call,
  guild_id: string,
  form_id: number,
  save: FormInputsSave,
): Promise<void> {
  authorise(call, 'form.update', guild_id);
  checkInputCount(save);
  await call.db.transaction().execute(async (tx) => {
    const form = await heldForm(tx, guild_id, form_id, save.based_on);
    const { version: is } = form;
    await requireVersion(tx, { guild_id, resource: 'form_questions', id: form_id, is, read: save.based_on });
    const before = { inputs: await questionsOf(tx, form_id) };
    const stored = await tx
      .selectFrom('form_inputs')
      .where('form_id', '=', form_id)
      .select(['id', 'label'])
      .orderBy('position')
      .execute();
    checkInputIds(
      form_id,
      stored.map(({ id }) => id),
      save,
    );
    checkPositions(save);
    await keepQuestions(tx, { guild_id, ids: reworded(stored, save), now: call.clock.now() });

    if (save.delete.length)
      await tx
        .deleteFrom('form_inputs')
        .where('form_id', '=', form_id)
        .where('id', 'in', save.delete)
        .execute();
    for (const { id, ...input } of save.update) await updateInput(tx, { form_id, id }, input);
    await insertInputs(tx, form_id, save.create);
    await recordEdit(tx, call, guild_id, {
      resource: 'form_questions',
      action: 'form.questions',
      id: form_id,
      name: form.title,
      before,
      after: { inputs: await questionsOf(tx, form_id) },
    });
  });
}

/** The questions that do not read afterwards as they do now. */
function reworded(stored: readonly { id: number; label: string }[], save: FormInputsSave): number[] {
  const kept = new Map(save.update.map(({ id, label }) => [id, label]));
  return stored.filter(({ id, label }) => kept.get(id) !== label).map(({ id }) => id);
}
