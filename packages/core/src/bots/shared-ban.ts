import { hostname } from 'node:os';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import type { RequestGuard } from '../platform/discord/request-guard.ts';

/**
 * Tells the other processes of this machine, and this one after a restart, that its address is shut out. Processes on
 * other machines have other addresses, and find out by themselves. Returns the function that ends it.
 */
export async function shareBan(
  { db, events, log }: Pick<Context, 'db' | 'events' | 'log'>,
  guard: RequestGuard,
  host = hostname(),
): Promise<() => void> {
  const row = await db.selectFrom('address_bans').where('host', '=', host).select('until').executeTakeFirst();
  if (row) guard.learn(row.until.getTime());
  let isLearning = false;
  /** What a process tells it hears itself, and perhaps only after the ban has ended. */
  let isTelling = false;
  const write = (until: number | undefined): Promise<unknown> =>
    until === undefined
      ? db.deleteFrom('address_bans').where('host', '=', host).execute()
      : db
          .insertInto('address_bans')
          .values({ host, until: new Date(until) })
          .onConflict((of) => of.column('host').doUpdateSet({ until: new Date(until) }))
          .execute();
  let written: Promise<unknown> = Promise.resolve();
  const stopWatching = guard.ban.onChange((until) => {
    if (isLearning) return;
    written = written
      .then(() => write(until))
      .then(() => {
        isTelling = true;
        events.publish({ type: 'address.banned', host, until: until ?? null });
        isTelling = false;
      })
      // This process holds its own calls back all the same.
      .catch((err: unknown) => log.warn({ err }, 'other processes could not be told of a ban'));
  });
  const stopListening = events.subscribe((event) => {
    if (isTelling || event.type !== 'address.banned' || event.host !== host) return;
    isLearning = true;
    guard.learn(event.until ?? undefined);
    isLearning = false;
  });
  return () => {
    stopWatching();
    stopListening();
  };
}

/** Until when the address of any machine of this installation is shut out; null where none is. */
export async function bannedUntil(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('address_bans')
    .where('until', '>', ({ fn }) => fn<Date>('now'))
    .select(({ fn }) => fn.max('until').as('until'))
    .executeTakeFirst();
  return row?.until ?? null;
}
