import type pg from 'pg';
import type { Db } from './db.ts';

export type WhichDiscord = 'simulated' | 'real';

/**
 * Returns which Discord the data of this database is of. The first start says so for good: `first` is what it is of while
 * nobody has said anything.
 */
export async function whoseData(db: Db, first: WhichDiscord): Promise<WhichDiscord> {
  await db
    .insertInto('installation')
    .values({ discord: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { discord } = await db.selectFrom('installation').select('discord').executeTakeFirstOrThrow();
  return discord;
}

/** The same without saying it: undefined while nobody has, also in a schema that has no place for it yet. */
export async function knownWhoseData(client: pg.ClientBase): Promise<WhichDiscord | undefined> {
  const { rows: there } = await client.query<{ name: string | null }>(
    "select to_regclass('public.installation') as name",
  );
  if (!there[0]?.name) return undefined;
  const { rows } = await client.query<{ discord: WhichDiscord }>('select discord from public.installation');
  return rows[0]?.discord;
}
