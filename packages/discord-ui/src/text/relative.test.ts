// @vitest-environment node
import { expect, test } from 'vitest';
import { nearestParts } from './relative.ts';

test.each([
  [86_398, 1, 'day'],
  [86_400, 1, 'day'],
  [5 * 3600 - 20, 5, 'hour'],
  [-(90 * 60), -1, 'hour'],
  [-(100 * 60), -2, 'hour'],
  [3599, 1, 'hour'],
  [41, 41, 'second'],
  [0, 0, 'second'],
  [-40 * 86_400, -1, 'month'],
])('%i seconds away are told in messages as %i %s, the nearest', (seconds, value, unit) => {
  const now = new Date('2025-01-01T00:00:00Z');
  expect(nearestParts(new Date(now.getTime() + seconds * 1000), now)).toEqual({ value, unit });
});
