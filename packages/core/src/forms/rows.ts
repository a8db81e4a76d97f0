import type { FormInput, FormInputFields, FormTitleInput } from '@tickets/contract/forms/forms';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { FormInputs } from '../platform/db/schema.generated.ts';
import { newCustomId } from '../platform/discord/random-id.ts';

type FormInputRow = Selectable<FormInputs>;

/** Adds a form without questions. */
export function insertForm(db: Db | Tx, guild_id: string, { title }: FormTitleInput) {
  return db
    .insertInto('forms')
    .values({ guild_id, title, custom_id: newCustomId() })
    .returning(['form_id', 'guild_id', 'title', 'custom_id'])
    .executeTakeFirstOrThrow();
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
