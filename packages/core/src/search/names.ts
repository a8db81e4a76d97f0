import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/problems.ts';

const id = /^\d{15,19}$/;
/** Of all people whose name begins so, in whatever server, so many are looked at. */
const lookedMax = 10_000;
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
      const exact = await called(db, guild_id, wanted);
      return exact.length ? exact : called(db, guild_id, `${wanted.replace(/[\\%_]/g, '\\$&')}%`);
    }),
  );
  return [...new Set(found.flat())];
}

async function called(db: Context['db'], guild_id: string, name: string): Promise<string[]> {
  const like = name.endsWith('%') ? sql`like` : sql`=`;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      (select user_id from users where lower(username) ${like} ${name} limit ${lookedMax})
      union
      select user_id from imported_people i
      where guild_id = ${guild_id} and lower(username) ${like} ${name}
        and not exists (select from users u where u.user_id = i.user_id)
      union
      select user_id from guild_members join users using (user_id)
      where guild_id = ${guild_id} and (lower(nick) ${like} ${name} or lower(global_name) ${like} ${name})
    ) named
    where exists (select from search_texts s where s.guild_id = ${guild_id} and s.author_id = named.user_id)
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
