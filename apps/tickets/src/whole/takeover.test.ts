import { join } from 'node:path';
import { runTakeoverRounds } from '@tickets/testkit/faults/takeover-rounds';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/./);

/** `scripts/takeover.ts` asks for more of them. */
const rounds = Number(process.env.TAKEOVER_ROUNDS ?? 3);

test('of a process that dies another has all bots and shards within 15 seconds; nothing is lost, opened twice or run twice', {
  timeout: 180_000 + rounds * 60_000,
}, async () => {
  const main = join(import.meta.dirname, '../main.ts');
  const { rounds: done, ...found } = await runTakeoverRounds({ main, rounds, say: console.log });
  expect(found).toEqual({ overlaps: [], too_fast: [], lost: [], not_once: [], unfinished: 0 });
  expect(done.map(({ answered_ms }) => answered_ms).filter((ms) => ms >= 15_000)).toEqual([]);
  expect(done.every(({ had }) => had > 0)).toBe(true);
});
