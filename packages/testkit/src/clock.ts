import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '@tickets/core/platform/clock';

const pause: Clock['pause'] = async () => setImmediate();

/** The system's clock, on which pauses are over at once. */
export const hastyClock: Clock = { ...systemClock, pause };

/** A clock that a test sets and moves; it stands still otherwise. */
export interface TestClock extends Clock {
  set(time: Date): void;
  advance(ms: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let now = start;
  return {
    now: () => now,
    pause,
    set(time) {
      now = time;
    },
    advance(ms) {
      now = new Date(now.getTime() + ms);
    },
  };
}
