import { expect, test } from 'vitest';
import { nextTry } from './waits.ts';

const since = new Date('2026-01-01T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

test('a delivery is tried ever more seldom for a day, and once more at its end', () => {
  let now = since;
  const gaps: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextTry({ attempts, since, now, retry_after: null }, 0.5);
    if (!next) break;
    gaps.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(gaps.slice(0, 7)).toEqual([5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour]);
  expect(now.getTime() - since.getTime()).toBe(24 * hour);
});

test('receivers that came back are not asked by all at the same moment', () => {
  const at = (chance: number) =>
    nextTry({ attempts: 6, since, now: since, retry_after: null }, chance)?.getTime();
  expect(at(0)).toBe(since.getTime() + 48 * minute);
  expect(at(1)).toBe(since.getTime() + 72 * minute);
});

test.each([
  ['in seconds', '600', 10 * minute],
  ['as a time', 'Thu, 01 Jan 2026 00:20:00 GMT', 20 * minute],
  ['within an hour', '86400', hour],
  ['never sooner than we would', '1', 5_000],
  ['and not when it says nothing', 'soon', 5_000],
])('a receiver says when to come again: %s', (_, retry_after, wait) => {
  const next = nextTry({ attempts: 1, since, now: since, retry_after }, 0.5);
  expect(next?.getTime()).toBe(since.getTime() + wait);
});
