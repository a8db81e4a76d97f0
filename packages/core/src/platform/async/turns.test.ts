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

test('a person has no more pieces running than the limit for one, and the room stays for others', async () => {
  const turns = new Turns(2, { of_person: 1 });
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const piece = (person: string, name: string) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return turns.of(
      'members',
      person,
    )(() => {
      begun.push(name);
      return gate.promise;
    });
  };
  const all = [piece('Mia', 'first'), piece('Mia', 'second')];
  await setImmediate();
  expect(begun).toEqual(['first']);
  all.push(piece('Noah', 'other'));
  await setImmediate();
  expect(begun).toEqual(['first', 'other']);
  gates.get('first')?.resolve();
  await all[0];
  await setImmediate();
  expect(begun).toEqual(['first', 'other', 'second']);
  for (const gate of gates.values()) gate.resolve();
  await Promise.all(all);
});
