import { isDatabaseOutage } from '@tickets/core/platform/db/outage';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import type { Logger } from 'pino';
import { KeyedQueue } from './keyed-queue.ts';

/** A message event takes a few kilobytes. */
const KEPT_EVENTS_MAX = 10_000;

/**
 * One bot among many works on less at once, so that one that is flooded leaves the database to the others, and keeps
 * less.
 */
const ofUsersBot = { limit: 4, ofOne: 2, waitingMax: 5_000 };

/** The events of the gateway. Those that cannot be written while the database is away are kept until it is back. */
export function eventQueue(
  log: Logger,
  options: {
    stopping: AbortSignal;
    onDropped: () => void;
    keptMax?: number | undefined;
    isUsersBot?: boolean;
  },
): KeyedQueue {
  return new KeyedQueue({
    limit: 8,
    ofOne: 4,
    ...(options.isUsersBot && ofUsersBot),
    keptMax: options.keptMax ?? KEPT_EVENTS_MAX,
    stopping: options.stopping,
    isPassing: isDatabaseOutage,
    onError: (err, event) => warnUnlessOutage(log, err, 'an event was not handled', { event }, 'error'),
    onRelieved(dropped) {
      log.warn(
        { dropped },
        'more happened in Discord than could be worked on; servers and messages are fetched anew',
      );
      options.onDropped();
    },
    onStuck: () => log.warn('the database does not answer; what happens in Discord is kept until it does'),
    onRecovered(dropped) {
      log.info({ dropped }, 'the database answers again; what happened in Discord meanwhile is written down');
      if (!dropped) return;
      log.error(
        { dropped },
        'more happened in Discord than could be kept; servers and messages are fetched anew, but what was both written and deleted meanwhile is not known',
      );
      options.onDropped();
    },
  });
}
