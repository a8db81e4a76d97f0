import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BoundedQueue } from './bounded-queue.ts';

const gates = new Map<string, PromiseWithResolvers<void>>();
const gateOf = (name: string) => {
  const gate = gates.get(name) ?? Promise.withResolvers<void>();
  gates.set(name, gate);
  return gate;
};

function queueOf(limits: { at_once: number; waiting: number; waiting_of_key: number }) {
  const queue = new BoundedQueue(limits);
  const entered: string[] = [];
  gates.clear();
  /** Works under a key until its gate opens. */
  const enter = (name: string, key = name, wait_ms = 60_000) =>
    queue.run(key, { wait_ms }, async () => {
      entered.push(name);
      await gateOf(name).promise;
      return name;
    });
  return { enter, entered };
}

test('no more works than the limit run at once, one of a key, and the others follow in order', async () => {
  const { enter, entered } = queueOf({ at_once: 2, waiting: 9, waiting_of_key: 9 });
  const all = [enter('a1', 'a'), enter('a2', 'a'), enter('b'), enter('c')];
  await settled();
  expect(entered).toEqual(['a1', 'b']);
  gateOf('b').resolve();
  await all[2];
  await settled();
  expect(entered).toEqual(['a1', 'b', 'c']);
  gateOf('a1').resolve();
  await all[0];
  await settled();
  expect(entered).toEqual(['a1', 'b', 'c', 'a2']);
  for (const name of ['a2', 'c']) gateOf(name).resolve();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b', 'c'].map((value) => ({ value })));
});

test('a work that finds too many waiting, of all or of its key, is refused at once', async () => {
  const { enter } = queueOf({ at_once: 1, waiting: 2, waiting_of_key: 1 });
  const working = [enter('a'), enter('b1', 'b')];
  expect(await enter('b2', 'b')).toBeUndefined();
  working.push(enter('c'));
  expect(await enter('d')).toBeUndefined();
  for (const name of ['a', 'b1', 'c']) gateOf(name).resolve();
  await Promise.all(working);
  gateOf('d').resolve();
  expect(await enter('d')).toEqual({ value: 'd' });
});

test('a work whose turn does not come in time is given up, and one that fails makes room', async () => {
  const queue = new BoundedQueue({ at_once: 1, waiting: 2, waiting_of_key: 2 });
  const { promise, reject } = Promise.withResolvers<void>();
  const failing = queue.run('a', { wait_ms: 0 }, () => promise);
  expect(await queue.run('b', { wait_ms: 5 }, async () => 'b')).toBeUndefined();
  expect(await queue.run('b', { wait_ms: 0 }, async () => 'b')).toBeUndefined();
  reject(new Error('it failed'));
  await expect(failing).rejects.toThrow('it failed');
  expect(await queue.run('b', { wait_ms: 0 }, async () => 'b')).toEqual({ value: 'b' });
});
