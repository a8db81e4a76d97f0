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
