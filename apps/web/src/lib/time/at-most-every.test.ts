// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what is asked for often is done at once and then from time to time, the last time included', () => {
  const done: number[] = [];
  const started = Date.now();
  const ask = atMostEvery(100, () => done.push(Date.now() - started));
  for (let ms = 0; ms < 250; ms += 20) {
    ask();
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([0, 100, 200, 300]);
  ask();
  expect(done).toHaveLength(5);
});

test('what was called off is not done', () => {
  let done = 0;
  const ask = atMostEvery(100, () => {
    done += 1;
  });
  ask();
  ask();
  ask.cancel();
  vi.advanceTimersByTime(1000);
  expect(done).toBe(1);
});
