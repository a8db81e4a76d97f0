import { BoundedQueue } from '../../platform/async/bounded-queue.ts';
import { ShortAndLong } from '../../platform/async/short-and-long.ts';

/** How many archives are looked at at once while their senders wait, in this process. Each is read by a process of its own. */
export const looks = new BoundedQueue({ at_once: 1, waiting: 16, waiting_of_key: 2 });

/** How many copies are checked at once while somebody waits for the report. */
export const copies = new BoundedQueue({ at_once: 3, waiting: 16, waiting_of_key: 1 });

/** And how many archives are checked and imported at once. A server has one at a time. Two short ones at once are no sooner done, and take 100 MB more. */
export const imports = new ShortAndLong({ short: 1, short_ms: 10_000, long: 2, long_ms: 120_000 });
