import { describe, expect, test } from 'vitest';
import { batched } from './batched.ts';

/** Answers each number with its double, and keeps what was asked together. */
function doubling() {
  const asked: number[][] = [];
  const ask = batched<number, number>(async (numbers) => {
    asked.push([...numbers]);
    await new Promise((resolve) => setImmediate(resolve));
    if (numbers.includes(13)) throw new Error('unlucky');
    return numbers.map((n) => n * 2);
  }, String);
  return { ask, asked };
}

describe('questions of many', () => {
  test('that come in one moment are asked together, equal ones once, and each gets its own answer', async () => {
    const { ask, asked } = doubling();
    expect(await Promise.all([1, 2, 1, 3].map(ask))).toEqual([2, 4, 2, 6]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  test('that come while others are answered are asked together after them, also the same again', async () => {
    const { ask, asked } = doubling();
    const first = ask(1);
    while (!asked.length) await new Promise((resolve) => setImmediate(resolve));
    const later = [1, 2].map(ask);
    expect(await Promise.all([first, ...later])).toEqual([2, 2, 4]);
    expect(asked).toEqual([[1], [1, 2]]);
  });

  test('of which one cannot be answered are refused together, and the next ones are asked', async () => {
    const { ask } = doubling();
    const together = await Promise.allSettled([13, 1].map(ask));
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask(1)).toBe(2);
  });

  test('do not wait for an answer that is still on its way', async () => {
    const never = new Promise<number>(() => undefined);
    const ask = batched<number, number>(async (all) => all.map((n) => (n === 1 ? never : n)), String);
    void ask(1);
    expect(await ask(2)).toBe(2);
    expect(await ask(3)).toBe(3);
  });
});
