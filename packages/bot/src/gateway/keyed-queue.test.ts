import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

test('work of one key runs in order, also after a failure, which is reported', async () => {
  const errors: string[] = [];
  const queue = new KeyedQueue({ limit: 4, onError: (_, what) => errors.push(what) });
  const order: number[] = [];
  const first = gate();
  void queue.add('a', 'one', async () => {
    await first.passed;
    order.push(1);
    throw new Error('no');
  });
  void queue.add('a', 'two', async () => void order.push(2));
  first.open();
  await queue.idle();
  expect(order).toEqual([1, 2]);
  expect(errors).toEqual(['one']);
});

test('keys do not wait for each other, and no more than the limit run at once', async () => {
  const queue = new KeyedQueue({ limit: 2, onError: () => {} });
  const gates = [gate(), gate(), gate()];
  let running = 0;
  let most = 0;
  for (const [key, { passed }] of gates.entries()) {
    void queue.add(String(key), 'work', async () => {
      most = Math.max(most, ++running);
      await passed;
      running -= 1;
    });
  }
  for (const { open } of gates.toReversed()) open();
  await queue.idle();
  expect(most).toBe(2);
});
