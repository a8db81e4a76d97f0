import { formInputDefaults } from '@tickets/contract/forms/form-limits';
import type { FormInput, FormInputFields, FormTitleInput } from '@tickets/contract/forms/forms';
import { AppError } from '@tickets/contract/platform/errors';
import { namesOf, picked } from '@tickets/contract/platform/fields';
import type { Selectable } from 'kysely';
import { refuseGone } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import type { FormInputs } from '../platform/db/schema.generated.ts';
import { newCustomId } from '../platform/discord/random-id.ts';
import { requireRoomFor } from '../servers/most.ts';

type FormInputRow = Selectable<FormInputs>;

/** Adds a form without questions; one that was deleted comes back by its own ids, unless it is back already. */
export async function insertForm(
  tx: Tx,
  guild_id: string,
  form: FormTitleInput & { form_id?: number; custom_id?: string },
) {
  await requireRoomFor(tx, guild_id, 'forms');
  const row = await tx
    .insertInto('forms')
    .values({ guild_id, custom_id: newCustomId(), ...form })
    .onConflict((oc) => oc.column('form_id').doNothing())
    .returning(['form_id', 'guild_id', 'title', 'custom_id'])
    .executeTakeFirst();
  if (!row) throw new AppError('save.outdated');
  return row;
}

/** A form, while nobody else changes it. Whoever had read one that is gone is told who deleted it. */
export async function heldForm(tx: Tx, guild_id: string, form_id: number, read?: number) {
  const form = await tx
    .selectFrom('forms')
    .where('guild_id', '=', guild_id)
    .where('form_id', '=', form_id)
    .select(['form_id', 'title', 'custom_id', 'version'])
    .forUpdate()
    .executeTakeFirst();
  if (!form) {
    const missing = new AppError('form.not_found', { params: { form_id } });
    return refuseGone(tx, { guild_id, resource: 'form', id: form_id, read }, missing);
  }
  return form;
}

/** The questions of a form in their order, as somebody says them. */
export async function questionsOf(tx: Tx, form_id: number): Promise<FormInputFields[]> {
  const rows = await tx
    .selectFrom('form_inputs')
    .where('form_id', '=', form_id)
    .selectAll()
    .orderBy('position')
    .execute();
  return rows.map((row) => picked(toInput(row), namesOf(formInputDefaults)));
}

export async function insertInputs(
  tx: Tx,
  form_id: number,
  inputs: readonly FormInputFields[],
): Promise<void> {
  if (!inputs.length) return;
  const rows = inputs.map((input) => ({ form_id, custom_id: newCustomId(), ...columnsOf(input) }));
  await tx.insertInto('form_inputs').values(rows).execute();
}

export async function updateInput(
  tx: Tx,
  { form_id, id }: { form_id: number; id: number },
  input: FormInputFields,
): Promise<void> {
  await tx
    .updateTable('form_inputs')
    .set(columnsOf(input))
    .where('form_id', '=', form_id)
    .where('id', '=', id)
    .execute();
}

/** There is one type, which has no column. */
function columnsOf({
  type: _,
  ...columns
}: FormInputFields): Pick<FormInputRow, Exclude<keyof FormInputFields, 'type'>> {
  return columns;
}

export function toInput(row: FormInputRow): FormInput {
  // The table allows no other styles.
  return { ...row, type: 4, style: row.style as FormInput['style'] };
}
