import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('who has much under way keeps nobody else waiting for more than a piece', async () => {
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
