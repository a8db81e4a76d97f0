import { type FormInput, FormInputFields } from '@tickets/contract/forms/forms';
import { z } from 'zod';
import type { Call } from '../access/caller.ts';
import { listForms, removeForm, renameForm, restoreForm } from '../forms/forms.ts';
import { checkInputCount, checkPositions } from '../forms/input-rules.ts';
import { saveFormInputs } from '../forms/save-inputs.ts';
import { checkRoomFor } from '../servers/most.ts';
import { asFields, type Kind, notPossible, type Rewrite } from './kind.ts';

const Deleted = z.object({
  form_id: z.number().int(),
  custom_id: z.string(),
  title: z.string(),
  inputs: z.array(FormInputFields),
  panels: z.array(
    z.object({ panel_id: z.number().int(), column: z.enum(['form_id', 'exit_survey_form_id']) }),
  ),
});
const Title = z.object({ title: z.string() });
const Questions = z.object({ inputs: z.array(FormInputFields) });

const findForm = async (call: Call, guild_id: string, id: string) =>
  (await listForms(call, guild_id)).find(({ form_id }) => form_id === Number(id));

/** A form with its title; its questions have entries of their own. */
export const formKind: Kind = {
  async read(call, guild_id, id) {
    const form = await findForm(call, guild_id, id);
    return form && { fields: { title: form.title }, version: form.version };
  },
  write: (call, guild_id, { id, next, now }) =>
    renameForm(call, guild_id, Number(id), { ...Title.parse(next), based_on: now.version }),
  checkRestore: ({ db }, guild_id) => checkRoomFor(db, guild_id, 'forms'),
  restore: (call, guild_id, fields) => restoreForm(call, guild_id, Deleted.parse(fields)),
  remove: (call, guild_id, id) => removeForm(call, guild_id, Number(id)),
};

export const questionsKind: Kind = {
  async read(call, guild_id, id) {
    const form = await findForm(call, guild_id, id);
    const inputs = form?.inputs.map((input) => FormInputFields.parse(input));
    return form && inputs && { fields: asFields({ inputs }), version: form.version };
  },
  async checkWrite(call, guild_id, rewrite) {
    const save = await saveOf(call, guild_id, rewrite);
    checkInputCount(save);
    checkPositions(save);
  },
  async write(call, guild_id, rewrite) {
    const save = await saveOf(call, guild_id, rewrite);
    await saveFormInputs(call, guild_id, Number(rewrite.id), { ...save, based_on: rewrite.now.version });
  },
  restore: notPossible,
  remove: notPossible,
};

async function saveOf(call: Call, guild_id: string, { id, next }: Rewrite) {
  const stored = (await findForm(call, guild_id, id))?.inputs ?? [];
  return savingAs(stored, Questions.parse(next).inputs);
}

/** What makes these the questions of a form. Those that read the same are the same. */
function savingAs(stored: readonly FormInput[], wanted: readonly FormInputFields[]) {
  const left = [...stored];
  const create: FormInputFields[] = [];
  const update: (FormInputFields & { id: number })[] = [];
  for (const input of wanted) {
    const at = left.findIndex(({ label }) => label === input.label);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same) update.push({ ...input, id: same.id });
    else create.push(input);
  }
  return { create, update, delete: left.map(({ id }) => id) };
}
