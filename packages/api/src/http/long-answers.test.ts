import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallerGoneError } from '@tickets/core/platform/db/patience';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LongAnswers } from './long-answers.ts';

test('of a long answer nothing more is read once its reader has gone', async () => {
  const long_answers = new LongAnswers();
  const ended = Promise.withResolvers<unknown>();
  let batches = 0;
  const app = fastify();
  app.get('/', async (request, reply) => {
    const inTurn = long_answers.enter(request, reply);
    try {
      for (;;)
        await inTurn(async () => {
          batches += 1;
          await nextTurn();
        });
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const asked = fetch(address, { signal: leaving.signal });
  await vi.waitFor(() => expect(batches).toBeGreaterThan(0));
  leaving.abort();
  await expect(asked).rejects.toThrow('abort');
  expect(await ended.promise).toBeInstanceOf(CallerGoneError);
  await app.close();
});

test('whoever has gone before a long answer is begun takes no place', async () => {
  const long_answers = new LongAnswers();
  let entered = 0;
  const app = fastify({ trustProxy: true });
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  app.get('/', async (request, reply) => {
    // Stands for asking the database who calls.
    if (request.headers['x-leaves']) await new Promise((resolve) => reply.raw.once('close', resolve));
    long_answers.enter(request, reply);
    entered += 1;
    return 'read';
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  for (let count = 1; count <= 8; count += 1) {
    const leaving = new AbortController();
    const asked = fetch(address, { signal: leaving.signal, headers: { ...headers, 'x-leaves': '1' } });
    setTimeout(() => leaving.abort(), 50);
    await expect(asked).rejects.toThrow('abort');
    await vi.waitFor(() => expect(entered).toBe(count));
  }
  expect(await (await fetch(address, { headers })).text()).toBe('read');
});
