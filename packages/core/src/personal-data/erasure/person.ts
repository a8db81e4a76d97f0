import { deletedUser } from '@tickets/contract/platform/names';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { withoutId } from '../../tickets/model/without-person.ts';

/** Who is erased, and how texts call them. */
export interface Person {
  user_id: string;
  /** Their name, their display name and their nicknames, the longest first. */
  names: readonly string[];
  /** How servers' imports call them, by server. An archive may say anything, so it is looked for in that server alone. */
  imported: ReadonlyMap<string, readonly string[]>;
}

/** Names are known until the step that forgets them, which comes after all that look for them. */
export async function personOf(db: Db, user_id: string): Promise<Person> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from (
      select unnest(array[username, global_name]) as name from users where user_id = ${user_id}
      union all select nick from guild_members where user_id = ${user_id}) n
    where length(trim(name)) > 1`.execute(db);
  const { rows: imported } = await sql<{ guild_id: string; names: (string | null)[] }>`
    select guild_id, array[username, global_name] as names from imported_people where user_id = ${user_id}`.execute(
    db,
  );
  return {
    user_id,
    names: longestFirst(rows.map(({ name }) => name)),
    imported: new Map(
      imported.map((row) => [
        row.guild_id,
        row.names.filter((name) => (name?.trim().length ?? 0) > 1) as string[],
      ]),
    ),
  };
}

const longestFirst = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.trim()))].sort((a, b) => b.length - a.length);

/** Somebody as they may be called in one server. */
export function personIn(person: Person, guild_id: string): Person {
  const more = person.imported.get(guild_id);
  return more ? { ...person, names: longestFirst([...person.names, ...more]) } : person;
}

/** As withoutId(), and their names as words of their own, also where a backslash keeps a sign of them from being Markdown. */
export function withoutNames(text: string, person: Person): string {
  const { names } = person;
  const stripped = withoutId(text, person);
  if (!names.length) return stripped;
  const name = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${names.map(escapedOrNot).join('|')})(?![\\p{L}\\p{N}_])`,
    'giu',
  );
  return stripped.replace(name, deletedUser.username);
}

/** No sign can be taken in two ways, so that no name makes the search slow: backslashes in a row are as many, or up to twice that. */
const escapedOrNot = (name: string) =>
  (name.match(/\\+|[^\\]/gu) ?? [])
    .map((part, index, parts) => {
      if (part.startsWith('\\')) return `\\\\{${part.length},${2 * part.length}}`;
      return `${parts[index - 1]?.startsWith('\\') ? '' : '\\\\?'}${RegExp.escape(part)}`;
    })
    .join('');
