import { outside } from '@tickets/core/platform/async/places';
import { expect, test, vi } from 'vitest';
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

test('work that fails for a passing reason is repeated in its place, and what is too much meanwhile is dropped', async () => {
  const told: string[] = [];
  const queue = new KeyedQueue({
    limit: 2,
    keptMax: 3,
    isPassing: (error) => (error as Error).message === 'away',
    onError: (_, what) => told.push(`failed: ${what}`),
    onStuck: () => told.push('stuck'),
    onRecovered: (dropped) => told.push(`recovered, ${dropped} dropped`),
  });
  const order: string[] = [];
  let isAway = true;
  const write = (name: string) => async () => {
    if (isAway) throw new Error('away');
    order.push(name);
  };
  void queue.add('a', 'one', write('written'));
  void queue.add('a', 'two', write('deleted'));
  await vi.waitFor(() => expect(told).toEqual(['stuck']));
  void queue.add('b', 'three', write('elsewhere'));
  void queue.add('b', 'four', write('too much'));
  expect(queue).toMatchObject({ size: 3, dropped: 1 });
  isAway = false;
  await queue.idle();
  expect(order.filter((name) => name !== 'elsewhere')).toEqual(['written', 'deleted']);
  expect(order).toContain('elsewhere');
  expect(told).toEqual(['stuck', 'recovered, 1 dropped']);
});

test('work that waits for Discord delays only what has the same key', async () => {
  const queue = new KeyedQueue({ limit: 1, onError: (error) => expect.unreachable(String(error)) });
  const answer = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string) => async () => void done.push(name);
  void queue.add('a', 'one', async () => {
    await outside(() => answer.promise);
    done.push('one');
  });
  void queue.add('a', 'two', note('two'));
  await queue.add('b', 'three', note('three'));
  expect(done).toEqual(['three']);
  answer.resolve();
  await queue.idle();
  expect(done).toEqual(['three', 'one', 'two']);
});

test('however many events of one server wait, those of another come next, though each channel has a key of its own', async () => {
  const queue = new KeyedQueue({ limit: 2, ofOne: 1, onError: (error) => expect.unreachable(String(error)) });
  const done: string[] = [];
  for (let channel = 0; channel < 20; channel += 1)
    void queue.add(`messages:${channel}`, 'message', async () => void done.push('loud'), 'loud');
  await queue.add('messages:quiet', 'message', async () => void done.push('quiet'), 'quiet');
  expect(done.length).toBeLessThan(4);
  await queue.idle();
  expect(done).toHaveLength(21);
});

test('a stop ends the repetition', async () => {
  const stopping = new AbortController();
  const failed: string[] = [];
  const queue = new KeyedQueue({
    limit: 1,
    isPassing: () => true,
    onError: (_, what) => failed.push(what),
    stopping: stopping.signal,
  });
  void queue.add('a', 'one', () => Promise.reject(new Error('away')));
  await vi.waitFor(() => expect(queue.size).toBe(1));
  stopping.abort();
  await queue.idle();
  expect(failed).toEqual(['one']);
});
