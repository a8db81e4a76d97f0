import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { outside, Places } from './places.ts';

/** Work that counts how much of it is done at once. */
function counted() {
  let now = 0;
  let most = 0;
  return {
    most: () => most,
    async work(ms: number) {
      now += 1;
      most = Math.max(most, now);
      await sleep(ms);
      now -= 1;
    },
  };
}

test('no more is done at once than there are places', async () => {
  const places = new Places(2);
  const { most, work } = counted();
  await Promise.all(Array.from({ length: 8 }, () => places.run('a', () => work(5))));
  expect(most()).toBe(2);
});

test('work that waits for an answer holds no place', async () => {
  const places = new Places(1);
  const answer = Promise.withResolvers<number>();
  const asking = places.run('a', () => outside(() => answer.promise));
  expect(await places.run('a', async () => 'another')).toBe('another');
  answer.resolve(7);
  expect(await asking).toBe(7);
});

test('after its answers work goes on in one place, also where several were asked for at once, or one failed', async () => {
  const places = new Places(2);
  const { most, work } = counted();
  const ask = (ms: number) => outside(() => sleep(ms));
  const one = () =>
    places.run('a', async () => {
      await work(1);
      await Promise.all([ask(3), ask(6), ask(1)]);
      await work(3);
      await outside(() => Promise.reject(new Error('no'))).catch(() => undefined); // it fails on purpose
      await work(3);
    });
  await Promise.all(Array.from({ length: 12 }, one));
  expect(most()).toBe(2);
  // All places are there again.
  await Promise.all(Array.from({ length: 4 }, () => places.run('a', () => work(2))));
  expect(most()).toBe(2);
});

test('work that asks again before it has a place holds one place afterwards', async () => {
  const places = new Places(1);
  const { most, work } = counted();
  const ask = () => outside(() => sleep(1));
  const asks = places.run('a', async () => {
    await Promise.all([ask(), sleep(5).then(ask), sleep(10).then(ask)]);
    await work(1);
  });
  const others = [places.run('a', () => work(30)), places.run('a', () => work(1))];
  await Promise.all([asks, ...others]);
  // The place is there again.
  await Promise.all([places.run('a', () => work(1)), places.run('a', () => work(1))]);
  expect(most()).toBe(1);
});

test('work that ends without waiting for an answer gives its place back', async () => {
  const places = new Places(1);
  const answer = Promise.withResolvers<void>();
  let late: Promise<void> | undefined;
  await places.run('a', async () => {
    late = outside(() => answer.promise);
  });
  const { most, work } = counted();
  const others = [places.run('a', () => work(5)), places.run('a', () => work(5))];
  answer.resolve();
  await Promise.all([late, ...others, places.run('a', () => work(5))]);
  expect(most()).toBe(1);
});

/** Holds a place until its answer. */
const held = (places: Places, of: string, begun: string[] = []) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = places.run(of, async () => {
    begun.push(of);
    await promise;
  });
  return { over, end: resolve };
};

test('however much one has waiting, another gets the second place that becomes free', async () => {
  const places = new Places(2);
  const begun: string[] = [];
  const many = Array.from({ length: 50 }, () => held(places, 'many', begun));
  const few = held(places, 'few', begun);
  for (const { end } of many.slice(0, 2)) end();
  await vi.waitFor(() => expect(begun).toHaveLength(4));
  expect(begun.filter((of) => of === 'few')).toHaveLength(1);
  for (const { end } of [...many, few]) end();
  await Promise.all([...many, few].map(({ over }) => over));
});

test('one has no more than its part of the places, also while nobody else wants the others', async () => {
  const places = new Places(4, 2);
  const begun: string[] = [];
  const many = Array.from({ length: 6 }, () => held(places, 'many', begun));
  const few = held(places, 'few', begun);
  await vi.waitFor(() => expect(begun).toContain('few'));
  expect(begun).toEqual(['many', 'many', 'few']);
  for (const { end } of [...many, few]) end();
  await Promise.all([...many, few].map(({ over }) => over));
  expect(begun).toHaveLength(7);
});
