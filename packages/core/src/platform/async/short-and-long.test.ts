import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ShortAndLong, type Turn, TurnOver } from './short-and-long.ts';

const limits = { short: 2, short_ms: 10, long: 2, long_ms: 20 };

/** Turns by a clock that the test moves, and works that ask between one thing and the next whether they go on. */
function start() {
  let now = 0;
  let timers: { at: number; ring(): void }[] = [];
  const freed: string[] = [];
  const turns = new ShortAndLong(limits, {
    now: () => now,
    after(ms, ring) {
      const timer = { at: now + ms, ring };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  const ends = new Map<string, () => void>();
  const asked = new Map<string, Turn>();
  /** What comes of the turn of a server, which works until it is ended or does not go on. */
  const work = (server: string, { resumes = false } = {}) => {
    const outcome = turns.run(
      server,
      async (turn) => {
        asked.set(server, turn);
        const { promise: ended, resolve } = Promise.withResolvers<boolean>();
        let isOver = false;
        ends.set(server, () => resolve(true));
        void ended.then(() => {
          isOver = true;
        });
        while (!isOver) {
          await nextTurn();
          turn.goOn();
          if (resumes) turn.letOthers();
        }
      },
      () => freed.push(server),
    );
    return outcome.then(
      (turn) => (turn ? 'done' : 'turned away'),
      (error) => (error instanceof TurnOver ? 'gave way' : Promise.reject(error)),
    );
  };
  return {
    work,
    freed,
    end: (server: string) => ends.get(server)?.(),
    pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { ring } of due) ring();
    },
  };
}

test('a server that takes long keeps no place for short works, and no server has two turns', async () => {
  const { work, pass, end, freed } = start();
  const slow = [work('a'), work('b')];
  expect(await work('c')).toBe('turned away');
  expect(await work('a')).toBe('turned away');
  pass(10);
  expect(freed).toEqual(['a', 'b']);
  const quick = work('c');
  await nextTurn();
  end('c');
  expect(await quick).toBe('done');
  end('a');
  end('b');
  expect(await Promise.all(slow)).toEqual(['done', 'done']);
});

test('one for which there is no place among the long ones gives way, and has its next turn among them', async () => {
  const { work, pass, end } = start();
  const long = [work('a'), work('b')];
  pass(10);
  const third = work('c');
  pass(10);
  expect(await third).toBe('gave way');
  expect(await work('c')).toBe('turned away');
  end('a');
  expect(await long[0]).toBe('done');
  const again = work('c');
  pass(1_000);
  await nextTurn();
  end('c');
  expect(await again).toBe('done');
  end('b');
  await Promise.all(long);
});

test('a long one that can be resumed lets others in who wait for a long place, and goes on where nobody does', async () => {
  const { work, pass, end } = start();
  const resumed = work('a', { resumes: true });
  const checked = work('b');
  pass(10);
  pass(1_000);
  await nextTurn();
  const third = work('c');
  pass(10);
  expect(await third).toBe('gave way');
  expect(await work('c')).toBe('turned away');
  expect(await resumed).toBe('gave way');
  const next = work('c');
  end('c');
  expect(await next).toBe('done');
  end('b');
  expect(await checked).toBe('done');
});
