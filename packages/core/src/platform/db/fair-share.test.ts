import { expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';
import type { Caller } from './patience.ts';

/** Four calls at once by a person, each of which holds a connection for so long. Returns how many were let in at once. */
async function fourAtOnce(share: FairShare, clock: { now: number }, person_id: string, each_ms: number) {
  const callers = Array.from({ length: 4 }, (): Caller => ({ person_id, ms: 60_000 }));
  const holding: Caller[] = [];
  const all = Promise.all(callers.map((caller) => share.take(caller).then(() => holding.push(caller))));
  await Promise.resolve();
  const at_once = holding.length;
  for (let left = callers.length; left > 0; ) {
    clock.now += each_ms;
    const ended = holding.splice(0);
    for (const caller of ended) share.leave(caller);
    left -= ended.length;
    await Promise.resolve();
  }
  await all;
  return at_once;
}

test('whoever has kept several connections at work for long has one at once until they rest; others, and whoever asks shortly, have four', async () => {
  const clock = { now: 0 };
  const share = new FairShare(() => clock.now);
  for (let n = 0; n < 100; n += 1) {
    expect(await fourAtOnce(share, clock, 'short', 5)).toBe(4);
    clock.now += 100;
  }
  expect(await fourAtOnce(share, clock, 'slow', 300)).toBe(4);
  expect(await fourAtOnce(share, clock, 'slow', 300)).toBe(4);
  expect(await fourAtOnce(share, clock, 'slow', 300)).toBe(1);
  expect(await fourAtOnce(share, clock, 'slow', 300)).toBe(1);
  expect(await fourAtOnce(share, clock, 'other', 300)).toBe(4);
  clock.now += 3_000;
  expect(await fourAtOnce(share, clock, 'slow', 300)).toBe(4);
});
