import type pg from 'pg';
import type { Db } from './db.ts';

export type WhichDiscord = 'simulated' | 'real';

/** Says for good which Discord the data of this database is of, unless somebody has. Returns what is said. */
export async function sayWhoseData(db: Db, discord: WhichDiscord): Promise<WhichDiscord> {
  await db
    .insertInto('installation')
    .values({ discord })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const said = await db.selectFrom('installation').select('discord').executeTakeFirstOrThrow();
  return said.discord;
}

/** Which Discord the data of this database is of: undefined while nobody has said, also in a schema that has no place for it yet. */
export async function knownWhoseData(client: pg.ClientBase): Promise<WhichDiscord | undefined> {
  const { rows: there } = await client.query<{ name: string | null }>(
    "select to_regclass('public.installation') as name",
  );
  if (!there[0]?.name) return undefined;
  const { rows } = await client.query<{ discord: WhichDiscord }>('select discord from public.installation');
  return rows[0]?.discord;
}
