import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallerGoneError } from '@tickets/core/platform/db/patience';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
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
