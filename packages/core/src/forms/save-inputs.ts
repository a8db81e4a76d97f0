import { AppError } from '@tickets/contract/errors';
import type { FormInputsSave } from '@tickets/contract/forms';
import { requireAdmin } from '../access/load.ts';
import type { Actor, Context } from '../platform/context.ts';
import { newCustomId } from '../platform/discord/random-id.ts';
import { checkInputCount, checkInputIds, checkPositions } from './input-rules.ts';
import { keepQuestions } from './past-questions.ts';

/**
 * Saves all questions of a form at once, or none. Saves of one form happen one after the other, so that the ids of a
 * save are compared with what the one before it left.
 */
export async function saveFormInputs(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  form_id: number,
  save: FormInputsSave,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  checkInputCount(save);
  await ctx.db.transaction().execute(async (tx) => {
    const form = await tx
      .selectFrom('forms')
      .where('guild_id', '=', guild_id)
      .where('form_id', '=', form_id)
      .select('form_id')
      .forUpdate()
      .executeTakeFirst();
    if (!form) throw new AppError('form.not_found', { params: { form_id } });
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
    await keepQuestions(tx, { guild_id, ids: reworded(stored, save), now: ctx.clock.now() });

    if (save.delete.length)
      await tx
        .deleteFrom('form_inputs')
        .where('form_id', '=', form_id)
        .where('id', 'in', save.delete)
        .execute();
    for (const { id, type: _, ...columns } of save.update)
      await tx
        .updateTable('form_inputs')
        .set(columns)
        .where('form_id', '=', form_id)
        .where('id', '=', id)
        .execute();
    if (save.create.length)
      await tx
        .insertInto('form_inputs')
        .values(
          save.create.map(({ type: _, ...columns }) => ({ form_id, custom_id: newCustomId(), ...columns })),
        )
        .execute();
  });
}

/** The questions that do not read afterwards as they do now. */
function reworded(stored: readonly { id: number; label: string }[], save: FormInputsSave): number[] {
  const kept = new Map(save.update.map(({ id, label }) => [id, label]));
  return stored.filter(({ id, label }) => kept.get(id) !== label).map(({ id }) => id);
}
