import { type RawBuilder, sql } from 'kysely';

const columns = {
  search_texts: 'author_id',
  tickets: 'opener_id',
} as const;

/**
 * As a table (user_id): the people whom a server's rows name, one step in the index for each of them. So a server waits as long
 * as it has people, however many the others have.
 */
export function peopleIn(table: keyof typeof columns, guild_id: string): RawBuilder<unknown> {
  const id = sql.ref(columns[table]);
  const next = sql`select min(${id}) from ${sql.table(table)} where guild_id = ${guild_id}::bigint`;
  return sql`(
    with recursive each as (
      select (${next}) as user_id
      union all select (${next} and ${id} > each.user_id) from each where user_id is not null
    ) select user_id from each where user_id is not null)`;
}
