import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NoAnswer } from '../discord/failures.ts';
import { fetchOutside } from './fetch-outside.ts';
import { fetchPicture, pictureUrl } from './picture-proxy.ts';

/** A context whose Discord gives one answer, and how often it was asked. */
async function discordThatSays(status: number, headers: Record<string, string> = {}) {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.writeHead(status, headers).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { ctx, close } = await createTestContext();
  onTestFinished(async () => {
    server.close();
    await close();
  });
  const config = { ...ctx.config, oauth: { ...ctx.config.oauth, url } };
  const ask = (path = '/api/webhooks/1/x') =>
    fetchOutside({ bots: ctx.bots, config }, `${url}${path}`, { bytes_max: 1_000, trusted_bases: [url] });
  return { ask, guard: ctx.bots.main.guard, calls: () => calls };
}

const json = { 'content-type': 'application/json', via: '1.1 google' };

test('what webhooks and integrations are refused by Discord counts, and stops long before the bot is slowed down', async () => {
  const { ask, guard, calls } = await discordThatSays(401, json);
  expect((await ask()).status).toBe(401);
  expect(guard.invalid).toBe(1);
  for (let n = 1; n < 1_000; n += 1)
    await guard.send({ path: '/channels/1' }, async () => new Response('{}', { status: 403 }));
  await expect(ask()).rejects.toThrow('only the bot makes more');
  expect(calls()).toBe(1);
});

test('while Cloudflare shuts the address out nothing is sent to Discord, also not to an address like that of an answer to a press', async () => {
  const { ask, guard, calls } = await discordThatSays(429, {
    'content-type': 'text/html',
    'retry-after': '3600',
  });
  await expect(ask()).rejects.toThrow('shut out');
  expect(guard.bannedUntil).toBeDefined();
  await expect(ask('/api/interactions/1/x/callback')).rejects.toThrow('shut out');
  expect(calls()).toBe(1);
});

test('a limit of whoever else answers at an address of Discord shuts nobody out', async () => {
  const { ask, guard } = await discordThatSays(429, { 'content-type': 'text/plain', 'retry-after': '3600' });
  expect((await ask('/hc/requests')).status).toBe(429);
  expect(guard.bannedUntil).toBeUndefined();
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const asked = vi.spyOn(ctx.bots.main.guard, 'send').mockRejectedValue(new NoAnswer(undefined));
  const isOfApi = async (url: string) => {
    await expect(fetchOutside(ctx, url, { bytes_max: 1_000 })).rejects.toThrow();
    return asked.mock.lastCall?.[0].isOfApi;
  };
  for (const url of [
    'https://support.discord.com/api/v2/x',
    'https://status.discord.com/',
    'https://discord.com/x',
  ])
    expect([url, await isOfApi(url)]).toEqual([url, false]);
  for (const url of ['https://discord.com/api/webhooks/1/x', 'https://ptb.discord.com./api/v9/gateway'])
    expect([url, await isOfApi(url)]).toEqual([url, true]);
});

test('nobody has a picture fetched from an address at which Discord answers calls', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const asked = vi.spyOn(ctx.bots.main.guard, 'send');
  for (const url of ['https://discord.com/api/v10/users/@me', 'https://ptb.discord.com./api/v9/gateway']) {
    expect(pictureUrl(ctx, url)).toBeUndefined();
    expect(await fetchPicture(ctx, url)).toBeUndefined();
  }
  expect(asked).not.toHaveBeenCalled();
  for (const url of ['https://cdn.discordapp.com/a.png', 'https://discord.com.pictures.example/a.png'])
    expect(pictureUrl(ctx, url)).toBeDefined();
});
