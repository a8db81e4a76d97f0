import type { Logger } from 'pino';
import { type Db, onOutage } from './db.ts';

/** One line when the database goes away, and one when it is back, for whatever fails in this process meanwhile. */
export function logOutages(db: Db, log: Logger): void {
  onOutage(db, (now, before) => {
    if (now) log.error({ because: now.cause.message }, 'the database does not answer');
    else if (before)
      log.info(
        { seconds: Math.round((Date.now() - before.since.getTime()) / 1000) },
        'the database answers again',
      );
  });
}
