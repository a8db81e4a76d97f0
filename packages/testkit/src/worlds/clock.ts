import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '@tickets/core/platform/clock';

const pause: Clock['pause'] = async () => setImmediate();

/** The system's clock, on which pauses are over at once. */
export const hastyClock: Clock = { ...systemClock, pause };

/** A clock that a test sets and moves; it stands still otherwise. Where it is set back, no time has gone by. */
export interface TestClock extends Clock {
  set(time: Date): void;
  advance(ms: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let now = start;
  let elapsed = 0;
  const set = (time: Date) => {
    elapsed += Math.max(0, time.getTime() - now.getTime());
    now = time;
  };
  return {
    now: () => now,
    elapsed: () => elapsed,
    pause,
    set,
    advance: (ms) => set(new Date(now.getTime() + ms)),
  };
}
