import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/problems.ts';
import { peopleIn } from './people-in.ts';

const id = /^\d{15,19}$/;
/** People who are called the same; more of them are nobody in particular. */
const namesakesMax = 50;

/** Whom `from:` names: an id, oneself, or who wrote here and is called so, in Discord or in this server; else those whose name begins so. */
export async function authorsNamed(
  { db }: Context,
  guild_id: string,
  user_id: string,
  names: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      if (name.toLowerCase() === 'me') return [user_id];
      if (id.test(name) && BigInt(name) <= 9_223_372_036_854_775_807n) return [name];
      const wanted = name.toLowerCase();
      const exact = await called(db, guild_id, sql`n = ${wanted}`);
      return exact.length ? exact : called(db, guild_id, sql`starts_with(n, ${wanted})`);
    }),
  );
  return [...new Set(found.flat())];
}

/** Of those who wrote here. `named`: a condition on a name `n`. */
async function called(db: Context['db'], guild_id: string, named: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from ${peopleIn('search_texts', guild_id)} a
    left join users u on u.user_id = a.user_id
    left join guild_members m on m.guild_id = ${guild_id} and m.user_id = a.user_id
    left join imported_people i on i.guild_id = ${guild_id} and i.user_id = a.user_id and u.user_id is null
    where exists (
      select from (values (u.username), (m.nick), (i.username), (u.global_name)) names (given),
        lateral lower(given) n where ${named})
    limit ${namesakesMax}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Panels by title or number; a title that nobody has may be the beginning of one. */
export async function panelsNamed(
  { db }: Context,
  guild_id: string,
  titles: readonly string[],
): Promise<{ panel_ids: number[]; problems: Problem[] }> {
  const panels = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .select(['panel_id', 'title'])
    .execute();
  const problems: Problem[] = [];
  const panel_ids = titles.flatMap((title) => {
    const wanted = title.toLowerCase();
    const exact = panels.filter(
      (panel) => panel.title.toLowerCase() === wanted || String(panel.panel_id) === wanted,
    );
    const found = exact.length
      ? exact
      : panels.filter((panel) => panel.title.toLowerCase().startsWith(wanted));
    if (!found.length) problems.push({ path: 'q', code: 'search.panel_unknown', params: { panel: title } });
    return found.map(({ panel_id }) => panel_id);
  });
  return { panel_ids: [...new Set(panel_ids)], problems };
}
