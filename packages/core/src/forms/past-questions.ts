import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/** Nobody keeps a form open for longer than this. */
const keptDays = 30;

/** Keeps how questions read, before a change of them in the same transaction. */
export async function keepQuestions(
  tx: Tx,
  { guild_id, ids, now }: { guild_id: string; ids: readonly number[]; now: Date },
): Promise<void> {
  if (!ids.length) return;
  await tx
    .insertInto('past_questions')
    .columns(['guild_id', 'custom_id', 'label', 'replaced_at'])
    .expression((eb) =>
      eb
        .selectFrom('form_inputs')
        .where('id', 'in', ids)
        .select([
          sql<string>`${guild_id}::bigint`.as('guild_id'),
          'custom_id',
          'label',
          sql<Date>`${now}::timestamptz`.as('replaced_at'),
        ]),
    )
    // Changed twice within a millisecond: the first one is what was there before it.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * How questions of a server's forms read at a time, by their custom ids: also those that were changed or deleted
 * since, and those of a form that the panel does not show any more. Ids that the server never had are left out.
 */
export async function labelsAt(
  db: Db | Tx,
  { guild_id, custom_ids, at }: { guild_id: string; custom_ids: readonly string[]; at: Date },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ custom_id: string; label: string }>`
    select asked.custom_id, coalesce(past.label, present.label) as label
    from unnest(${custom_ids}::text[]) as asked (custom_id)
    left join lateral (
      select label from past_questions p
      where p.guild_id = ${guild_id} and p.custom_id = asked.custom_id and p.replaced_at > ${at}
      order by p.replaced_at limit 1
    ) past on true
    left join lateral (
      select i.label from form_inputs i join forms f using (form_id)
      where f.guild_id = ${guild_id} and i.custom_id = asked.custom_id
    ) present on true
    where coalesce(past.label, present.label) is not null`.execute(db);
  return new Map(rows.map(({ custom_id, label }) => [custom_id, label]));
}

export async function forgetPastQuestions(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * 86_400_000);
  await ctx.db.deleteFrom('past_questions').where('replaced_at', '<', before).execute();
}
