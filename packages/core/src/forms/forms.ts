import { AppError } from '@tickets/contract/errors';
import type { Form, FormInput, FormTitleInput } from '@tickets/contract/forms';
import type { Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { requireAdmin } from '../access/load.ts';
import type { Actor, Context } from '../platform/context.ts';
import type { FormInputs } from '../platform/db/schema.generated.ts';
import { newCustomId } from '../platform/discord/random-id.ts';
import { keepQuestions } from './past-questions.ts';

/** All forms of a server with their questions in order, oldest form first. */
export async function listForms(ctx: Context, guild_id: string): Promise<Form[]> {
  const rows = await ctx.db
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
export async function createForm(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  { title }: FormTitleInput,
): Promise<Form> {
  await requireAdmin(ctx, actor, guild_id);
  const row = await ctx.db
    .insertInto('forms')
    .values({ guild_id, title, custom_id: newCustomId() })
    .returning(['form_id', 'guild_id', 'title', 'custom_id'])
    .executeTakeFirstOrThrow();
  return { ...row, inputs: [] };
}

export async function renameForm(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  form_id: number,
  { title }: FormTitleInput,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  const { numUpdatedRows } = await ctx.db
    .updateTable('forms')
    .set({ title })
    .where('guild_id', '=', guild_id)
    .where('form_id', '=', form_id)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new AppError('form.not_found', { params: { form_id } });
}

/** Panels that used the form have none from then on: the foreign keys see to it in the same statement. */
export async function removeForm(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  form_id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  await ctx.db.transaction().execute(async (tx) => {
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
    await keepQuestions(tx, { guild_id, ids, now: ctx.clock.now() });
    await tx.deleteFrom('forms').where('form_id', '=', form_id).execute();
  });
}

function toInput(row: Selectable<FormInputs>): FormInput {
  // The table allows no other styles.
  return { ...row, type: 4, style: row.style as FormInput['style'] };
}
