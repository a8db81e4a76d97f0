import type { Clock } from '@tickets/core/platform/clock';

/** A clock that a test sets and moves; it stands still otherwise. */
export interface TestClock extends Clock {
  set(time: Date): void;
  advance(ms: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let now = start;
  return {
    now: () => now,
    set(time) {
      now = time;
    },
    advance(ms) {
      now = new Date(now.getTime() + ms);
    },
  };
}
