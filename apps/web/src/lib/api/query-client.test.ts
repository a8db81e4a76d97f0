// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith } from '../../test/fetch-stub.ts';
import { testConfig } from '../../test/render.tsx';
import { setConfig } from '../page/config.ts';
import { dismissAllToasts, readToasts } from '../page/toast.ts';
import { call } from './api.ts';
import { createQueryClient, retryOutage } from './query-client.ts';

const guild_id = '508392876359680000';
const tooFast = { success: false, error: 'Too fast', code: 'request.rate_limited' };
const refused = (retry_after?: string) =>
  new Response(JSON.stringify(tooFast), {
    status: 429,
    headers: { 'content-type': 'application/json', ...(retry_after && { 'retry-after': retry_after }) },
  });
const server = { id: guild_id, name: 'Aurora', icon: '' };
const read = (more: object = {}) =>
  createQueryClient().fetchQuery({
    queryKey: [],
    queryFn: () => call('guild.get', { params: { guild_id } }),
    ...more,
  });

beforeEach(() => {
  setConfig(testConfig);
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  dismissAllToasts();
});

it('what is read too fast is asked for again after the time that the server names and some chance, and says so', async () => {
  let calls = 0;
  answerWith(() =>
    ++calls < 4
      ? refused('7')
      : new Response(JSON.stringify(server), { headers: { 'content-type': 'application/json' } }),
  );
  const reading = read();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(calls).toBe(1);
  expect(readToasts()).toMatchObject([{ kind: 'warning', text: 'Too fast' }]);
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toBe(4);
  await expect(reading).resolves.toEqual(server);
});

it('what is always too fast fails in the end', async () => {
  const seen = answerWith(() => refused('1'));
  const reading = read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(300_000);
  await expect(reading).resolves.toMatchObject({ status: 429 });
  expect(seen).toHaveLength(11);
});

it.each([
  ['without a time', () => refused(), {}],
  ['where the screen tells it', () => refused('7'), { retry: retryOutage }],
])('too fast %s fails at once', async (_, answer, more) => {
  const seen = answerWith(answer);
  await expect(read(more)).rejects.toMatchObject({ status: 429 });
  expect(seen).toHaveLength(1);
});
