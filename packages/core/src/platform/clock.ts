import { setTimeout } from 'node:timers/promises';

/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Lets time go by before something is tried again. A test has nothing to learn from it and goes on at once. */
  pause(ms: number): Promise<void>;
}

const pause: Clock['pause'] = async (ms) => setTimeout(ms);

export const systemClock: Clock = { now: () => new Date(), pause };

/** Goes as fast as the system's clock and so much ahead of it. */
export function clockAhead(ms: number): Clock {
  return { now: () => new Date(Date.now() + ms), pause };
}
