import { AppError } from '@tickets/contract/platform/errors';
import type { RouteName } from '@tickets/contract/route-paths';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { memoryLimits } from './gcra.ts';
import { createLimits } from './limits.ts';

const limit = { max: 5, period_ms: 5000 };

test('a burst up to the number is allowed, the next is told when it may come, and it is allowed then', async () => {
  const store = memoryLimits();
  const remaining = [];
  for (let i = 0; i < 5; i++) remaining.push(store.take('a', limit, 1000).remaining);
  expect(remaining).toEqual([4, 3, 2, 1, 0]);
  const refused = store.take('a', limit, 1000);
  expect(refused).toEqual({ allowed: false, remaining: 0, reset_after_ms: 5000, retry_after_ms: 1000 });
  expect(store.take('a', limit, 1999).allowed).toBe(false);
  expect(store.take('a', limit, 2000).allowed).toBe(true);
});

test('the full number is allowed at any fraction of a millisecond', () => {
  for (const limit of [1, 3, 7, 10].map((max) => ({ max, period_ms: 5000 })))
    for (let now = 0.1; now < 60_000; now *= 1.003) {
      const store = memoryLimits();
      const taken = Array.from({ length: limit.max + 1 }, () => store.take('a', limit, now).allowed);
      expect(taken, `${limit.max} at ${now}`).toEqual([...Array(limit.max).fill(true), false]);
      expect(store.take('a', limit, now + 5000 / limit.max).allowed).toBe(true);
    }
});

test('after a whole period everything is there again, and other keys are never touched', async () => {
  const store = memoryLimits();
  for (let i = 0; i < 5; i++) store.take('a', limit, 0);
  expect(store.take('b', limit, 0).remaining).toBe(4);
  expect(store.take('a', limit, 5000).remaining).toBe(4);
});

test('a person who was sent several megabytes is refused long answers for some seconds; so are the staff of a server who were sent much together; short answers, saves, other people and other servers are not concerned', () => {
  const clock = createTestClock();
  const limits = createLimits(clock, 1);
  const headers: Record<string, unknown> = {};
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) };
  const asks = (user_id: string, name: RouteName = 'tags.list') =>
    limits.requireAnswerRoom(reply as unknown as FastifyReply, name, { user_id, guild_id: '1' });
  const told = (user_id: string, characters: number, guild_id = '1') =>
    limits.noteAnswer('tags.list', { user_id, guild_id }, characters);
  for (let n = 0; n < 1_000; n += 1) told('a', 30_000);
  asks('a');
  for (let n = 0; n < 7; n += 1) told('a', 1_000_000);
  expect(() => asks('a')).toThrow(new AppError('request.rate_limited'));
  expect(headers['retry-after']).toBe(2);
  asks('b');
  asks('a', 'tags.save');
  clock.advance(2_000);
  asks('a');
  for (let n = 0; n < 3; n += 1) for (const other of ['c', 'd', 'e', 'f', 'g']) told(other, 1_500_000);
  expect(() => asks('b')).toThrow(new AppError('request.rate_limited'));
  limits.requireAnswerRoom(reply as unknown as FastifyReply, 'tags.list', { user_id: 'b', guild_id: '2' });
});

test('a call that the shorter of two limits refuses takes nothing of the longer one', async () => {
  const clock = createTestClock();
  const limits = createLimits(clock, 1);
  const ask = async () => {
    const headers: Record<string, unknown> = {};
    const reply = {
      header: (name: string, value: unknown) => (headers[name] = value),
      getHeader: () => undefined,
    };
    const { address } = limits;
    const allowed = await address(
      { ip: '192.0.2.1' } as FastifyRequest,
      reply as unknown as FastifyReply,
      '/a',
    ).then(
      () => true,
      (err: unknown) => {
        expect(err).toMatchObject({ code: 'request.rate_limited' });
        return false;
      },
    );
    return { allowed, retry_after: headers['retry-after'] };
  };
  const allowedOf = async (count: number) => {
    let allowed = 0;
    for (let n = 0; n < count; n += 1) if ((await ask()).allowed) allowed += 1;
    return allowed;
  };
  expect(await allowedOf(20)).toBe(20);
  expect(await allowedOf(100)).toBe(0);
  clock.advance(10_000);
  expect(await allowedOf(100)).toBe(20);
  clock.advance(10_000);
  expect(await allowedOf(100)).toBe(20);
});

// Each call once looked through all that were counted, from twenty thousand on.
test('a crowd costs as little for each of them as a few do', async () => {
  const { take } = memoryLimits();
  const begun = performance.now();
  for (let n = 0; n < 80_000; n += 1) take(`caller ${n}`, { max: 60, period_ms: 60_000 }, 0);
  expect(performance.now() - begun).toBeLessThan(2000);
});
