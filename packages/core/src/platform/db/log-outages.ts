import type { Logger } from 'pino';
import { type Db, onOutage } from './db.ts';

const lines = {
  away: ['the database does not answer', 'the database answers again'],
  read_only: ['the database takes no changes', 'the database takes changes again'],
} as const;

/** One line when the database goes away or takes no changes any more, and one when that ends, for whatever fails in this process meanwhile. */
export function logOutages(db: Db, log: Logger): void {
  onOutage(db, (now, before) => {
    if (now) log.error({ because: now.cause.message }, lines[now.kind][0]);
    else if (before)
      log.info({ seconds: Math.round((Date.now() - before.since.getTime()) / 1000) }, lines[before.kind][1]);
  });
}
