import { setTimeout } from 'node:timers/promises';

/** Where the time comes from, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment, for limits and waits: unlike now(), they never go back when the system's clock is set. */
  elapsed(): number;
  /** Lets time go by before something is tried again. A test has nothing to learn from it and goes on at once. */
  pause(ms: number): Promise<void>;
}

const pause: Clock['pause'] = async (ms) => setTimeout(ms);

const elapsed: Clock['elapsed'] = () => performance.now();

export const systemClock: Clock = { now: () => new Date(), elapsed, pause };

/** Goes as fast as the system's clock and so much ahead of it. */
export function clockAhead(ms: number): Clock {
  return { ...systemClock, now: () => new Date(Date.now() + ms) };
}
