import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outside, Places } from './places.ts';

/** Works that tell how many are at it at once, without those that wait outside. */
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
  await Promise.all(Array.from({ length: 8 }, () => places.run(() => work(5))));
  expect(most()).toBe(2);
});

test('whoever waits for an answer of somebody outside holds no place', async () => {
  const places = new Places(1);
  const answer = Promise.withResolvers<number>();
  const asking = places.run(() => outside(() => answer.promise));
  expect(await places.run(async () => 'another')).toBe('another');
  answer.resolve(7);
  expect(await asking).toBe(7);
});

test('after an answer the work goes on in a place, also where it asked for much at once, or for an answer that failed', async () => {
  const places = new Places(2);
  const { most, work } = counted();
  const ask = (ms: number) => outside(() => sleep(ms));
  const one = () =>
    places.run(async () => {
      await work(1);
      await Promise.all([ask(3), ask(6), ask(1)]);
      await work(3);
      await outside(() => Promise.reject(new Error('no'))).catch(() => undefined); // it fails on purpose
      await work(3);
    });
  await Promise.all(Array.from({ length: 12 }, one));
  expect(most()).toBe(2);
  // All places are there again.
  await Promise.all(Array.from({ length: 4 }, () => places.run(() => work(2))));
  expect(most()).toBe(2);
});

test('work that asks again while it waits for its place holds one place afterwards', async () => {
  const places = new Places(1);
  const { most, work } = counted();
  const ask = () => outside(() => sleep(1));
  const asks = places.run(async () => {
    await Promise.all([ask(), sleep(5).then(ask), sleep(10).then(ask)]);
    await work(1);
  });
  const others = [places.run(() => work(30)), places.run(() => work(1))];
  await Promise.all([asks, ...others]);
  // The place is there again.
  await Promise.all([places.run(() => work(1)), places.run(() => work(1))]);
  expect(most()).toBe(1);
});

test('a place comes back from work that ends while something of it still asks', async () => {
  const places = new Places(1);
  const answer = Promise.withResolvers<void>();
  let late: Promise<void> | undefined;
  await places.run(async () => {
    late = outside(() => answer.promise);
  });
  const { most, work } = counted();
  const others = [places.run(() => work(5)), places.run(() => work(5))];
  answer.resolve();
  await Promise.all([late, ...others, places.run(() => work(5))]);
  expect(most()).toBe(1);
});
