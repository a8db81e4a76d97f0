import { BoundedQueue } from '../../platform/async/bounded-queue.ts';

/** How many archives are looked at at once while their senders wait, in this process. Each is read by a process of its own. */
export const looks = new BoundedQueue({ at_once: 1, waiting: 16, waiting_of_key: 2 });

/** And how many are checked and imported at once. A server has one at a time. */
export const imports = new BoundedQueue({ at_once: 2, waiting: 0, waiting_of_key: 0 });
