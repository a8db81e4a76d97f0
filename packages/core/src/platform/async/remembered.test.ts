import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remembered } from './remembered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('all who ask while an answer is on its way get that one, however long it takes, and so do those who ask a while after', async () => {
  const asked: PromiseWithResolvers<number>[] = [];
  const look = remembered(() => {
    const answer = Promise.withResolvers<number>();
    asked.push(answer);
    return answer.promise;
  }, 1_000);
  const first = look();
  await vi.advanceTimersByTimeAsync(5_000);
  const second = look();
  asked[0]?.resolve(7);
  expect(await Promise.all([first, second])).toEqual([7, 7]);
  await vi.advanceTimersByTimeAsync(999);
  expect([await look(), asked.length]).toEqual([7, 1]);
  await vi.advanceTimersByTimeAsync(1);
  void look();
  expect(asked).toHaveLength(2);
});

test('an answer without a time stands for good, a failure for those alone who waited for it', async () => {
  let asked = 0;
  const read = remembered(async () => {
    asked += 1;
    if (asked === 1) throw new Error('no descriptor is left');
    return asked;
  });
  const failed = await Promise.allSettled([read(), read()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await read(), await read()]).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await read()).toBe(2);
});
