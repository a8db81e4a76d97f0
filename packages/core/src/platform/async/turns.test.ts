import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('a person with much under way makes nobody else wait for longer than one piece', async () => {
  const turns = new Turns(1);
  const done: string[] = [];
  const piece = (kind: string, person: string) =>
    turns.of(
      kind,
      person,
    )(async () => {
      await setImmediate();
      done.push(person);
    });
  const many = Array.from({ length: 50 }, (_, n) => piece('strangers', `stranger ${n % 10}`));
  await Promise.all([...Array.from({ length: 5 }, () => piece('staff', 'Sam')), piece('members', 'Mia')]);
  const lastOfStaff = done.lastIndexOf('Sam');
  expect(lastOfStaff).toBeLessThanOrEqual(13);
  expect(done.indexOf('Mia')).toBeLessThanOrEqual(3);
  await Promise.all(many);
  expect(done).toHaveLength(56);
});

test('no more are done at once than there is room for, and one that fails makes room', async () => {
  const turns = new Turns(2);
  let now = 0;
  let most = 0;
  const works = Array.from({ length: 20 }, (_, n) =>
    turns.of(
      'members',
      `member ${n % 3}`,
    )(async () => {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
      if (n % 4 === 0) throw new Error('it failed');
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

/** Pieces that end when their gate is opened, and the order in which they began. */
function gated(turns: Turns) {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const pieces = new Map<string, Promise<void>>();
  return {
    begun,
    add(name: string, ...path: [string, ...string[]]) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(name, resolve);
      const piece = turns.of(...path)(() => {
        begun.push(name);
        return promise;
      });
      pieces.set(name, piece);
    },
    /** Until whatever may begin after it has begun. */
    async end(name: string) {
      gates.get(name)?.();
      await pieces.get(name);
      await setImmediate();
      await setImmediate();
    },
  };
}

test('a class has no more pieces running than the limit for one, however many people it has, and the room stays for others', async () => {
  const pieces = gated(new Turns(2, { of_class: 1 }));
  pieces.add('first', 'hostile', 'staff', 'Mia');
  for (let person = 0; person < 20; person += 1)
    pieces.add(`more ${person}`, 'hostile', person % 2 ? 'staff' : 'member', `person ${person}`);
  await setImmediate();
  expect(pieces.begun).toEqual(['first']);
  for (const name of ['other', 'next', 'last']) {
    pieces.add(name, 'other', 'staff', 'Noah');
    await setImmediate();
    expect(pieces.begun.at(-1)).toBe(name);
    await pieces.end(name);
  }
  await pieces.end('first');
  expect(pieces.begun).toHaveLength(5);
});

test('after a piece that took long, its class and its person wait behind all others for as long as it took', async () => {
  let now = 0;
  const pieces = gated(new Turns(1, { rests: true, now: () => now }));
  pieces.add('long', 'hostile', 'member', 'Mallory');
  for (const name of ['again', 'and again']) pieces.add(name, 'hostile', 'member', 'Mallory');
  pieces.add('of the same class', 'hostile', 'staff', 'Sam');
  for (const name of ['one', 'two', 'three']) pieces.add(name, 'other', 'staff', 'Noah');
  await setImmediate();
  now = 30_000;
  await pieces.end('long');
  for (const name of ['one', 'two', 'three', 'of the same class', 'again']) {
    now += 100;
    await pieces.end(name);
  }
  expect(pieces.begun).toEqual(['long', 'one', 'two', 'three', 'of the same class', 'again', 'and again']);
  now += 60_000;
  pieces.add('after its rest', 'hostile', 'member', 'Mallory');
  pieces.add('later', 'other', 'staff', 'Noah');
  await pieces.end('and again');
  expect(pieces.begun.at(-1)).toBe('later');
  now += 61_000;
  pieces.add('latest', 'third', 'staff', 'Olive');
  await pieces.end('later');
  expect(pieces.begun.at(-1)).toBe('after its rest');
});

test('whoever stops waiting for a turn never gets it, and it goes to the others', async () => {
  const turns = new Turns(1);
  const begun: string[] = [];
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: patience, reject: loseIt } = Promise.withResolvers<never>();
  const piece = (name: string, until?: Promise<never>) =>
    turns.of(name)(
      async () => {
        begun.push(name);
        if (name === 'first') await first;
      },
      until && ((turn) => Promise.race([turn, until])),
    );
  const pieces = [piece('first'), piece('impatient', patience), piece('patient')];
  loseIt(new Error('it took too long'));
  await expect(pieces[1]).rejects.toThrow('it took too long');
  endFirst();
  await Promise.all([pieces[0], pieces[2], piece('later')]);
  expect(begun).toEqual(['first', 'patient', 'later']);
});
