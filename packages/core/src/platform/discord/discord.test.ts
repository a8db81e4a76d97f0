import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRestOptions } from '@discordjs/rest';
import { stage } from '@tickets/discord-sim/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Places } from '../async/places.ts';
import { createDiscord } from './discord.ts';
import { isRefusal, isSilence } from './failures.ts';

/** A server with our client of it, which asks again soon after a refused token. */
async function connected(options: Parameters<typeof stage>[0] = {}, timeout_ms?: number) {
  const on = await stage(options);
  const { sim, app, channel } = on;
  const discord = createDiscord({
    url: sim.url,
    token: app.bot_token,
    application_id: app.id,
    recheck_ms: 30,
    timeout_ms,
  });
  const say = (content: string) => discord.api.channels.createMessage(channel.id, { content });
  return { on, sim, app, channel, discord, say };
}

const unauthorized = { route: '/channels/:id/messages', kind: 401 };

test('an answer that does not come is waited for as long as is set, and counts as lost then', async () => {
  const { on, sim, channel, say } = await connected({}, 150);
  await using _ = on;
  const route = '/channels/:id/messages';
  sim.faults.next({ method: 'POST', route, kind: 'timeout', afterEffect: true });
  const begun = performance.now();
  await expect(say('lost')).rejects.toThrow('Discord did not answer');
  expect(performance.now() - begun).toBeGreaterThan(140);
  expect(sim.world.messages.countIn('channel', channel.id)).toBe(1);
});

test.each([true, false])(
  'an answer that begins and does not end counts as lost, too (done: %s)',
  async (afterEffect) => {
    const { on, sim, say } = await connected({}, 150);
    await using _ = on;
    sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 'stalled', afterEffect });
    await expect(say('lost')).rejects.toThrow('Discord did not answer');
    expect(await say('heard')).toMatchObject({ content: 'heard' });
  },
);

test('an answer of which a part is missing counts as lost', async () => {
  const { on, say } = await connected();
  await using _ = on;
  const cut = new Response('{"id":"1', { headers: { 'content-type': 'application/json' } });
  vi.spyOn(DefaultRestOptions, 'makeRequest').mockResolvedValueOnce(cut as never); // the same stream, declared twice
  await expect(say('lost')).rejects.toThrow('Discord did not answer');
  vi.restoreAllMocks();
});

test('calls go on when the clock, which was ten minutes ahead, is set right', async () => {
  const { on, sim, app } = await connected();
  await using _ = on;
  const { now } = Date;
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 600_000);
  onTestFinished(() => ahead.mockRestore());
  const discord = createDiscord({ url: sim.url, token: app.bot_token, application_id: app.id });
  const channels = Array.from({ length: 60 }, () =>
    sim.world.addChannel({ guild_id: on.guild.id, name: 'one-of-many' }),
  );
  const say = () =>
    Promise.all(channels.map(({ id }) => discord.api.channels.createMessage(id, { content: 'hello' })));
  await say();
  ahead.mockRestore();
  await say();
});

test.each([200, 302, 400, 401, 403, 404])(
  'a page with %s in place of JSON is not what Discord says',
  async (kind) => {
    const { on, sim, discord, say } = await connected();
    await using _ = on;
    sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind, html: true });
    const refused = await say('lost').catch((error: unknown) => error);
    expect([isRefusal(refused), isSilence(refused)]).toEqual([false, true]);
    expect(discord.identity.state.value).not.toBe('refused');
  },
);

test('a call that Discord does not authorise costs that call alone', async () => {
  const { on, sim, discord, say } = await connected();
  await using _ = on;
  sim.faults.next(unauthorized);
  await expect(say('refused')).rejects.toMatchObject({ status: 401 });
  expect(await say('heard')).toMatchObject({ content: 'heard' });
  await vi.waitFor(() => expect(discord.identity.state.value).toBe('accepted'));
});

test('calls that wait behind one that is not authorised are made', async () => {
  const { on, sim, say } = await connected();
  await using _ = on;
  sim.faults.next(unauthorized);
  const all = await Promise.allSettled(['one', 'two', 'three'].map(say));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('a token that Discord refuses is found out, not used meanwhile, and works again when Discord accepts it', async () => {
  const { on, sim, app, discord, say } = await connected();
  await using _ = on;
  const accept = sim.refuseToken(app.id);
  await expect(say('refused')).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(discord.identity.state.value).toBe('refused'));
  const asked = sim.faults.record();
  await expect(say('kept')).rejects.toThrow('Discord did not answer');
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  accept();
  await vi.waitFor(() => expect(discord.identity.state.value).toBe('accepted'));
  expect(await say('heard')).toMatchObject({ content: 'heard' });
});

test('a webhook token that Discord refuses is no doubt about the token of the bot', async () => {
  const { on, sim, channel, discord } = await connected();
  await using _ = on;
  const { id } = await discord.api.channels.createWebhook(channel.id, { name: 'Tickets' });
  const asked = sim.faults.record();
  const refused = await discord.api.webhooks
    .execute(id, 'x'.repeat(68), { content: 'hello' })
    .catch((error: unknown) => error);
  expect(isRefusal(refused)).toBe(true);
  expect(asked.map(({ method }) => method)).toEqual(['POST']);
});

test('a call that waits for Discord leaves its place to others', async () => {
  const { on, sim, say } = await connected();
  await using _ = on;
  const places = new Places(1);
  const answer = Promise.withResolvers<void>();
  sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 'delay', until: answer.promise });
  const waiting = places.run('a', () => say('slow'));
  expect(await places.run('a', async () => 'another')).toBe('another');
  answer.resolve();
  expect(await waiting).toMatchObject({ content: 'slow' });
});

test('the ids of the application and of its bot are those that Discord tells', async () => {
  const { on, sim } = await connected();
  await using _ = on;
  const bot = sim.world.addUser({ username: 'old-bot', bot: true });
  const old = sim.world.addApplication({ bot_user_id: bot.id });
  const discord = createDiscord({ url: sim.url, token: old.bot_token, application_id: bot.id });
  expect(await discord.identity.check()).toBe('accepted');
  expect(discord).toMatchObject({ application_id: old.id, user_id: bot.id });
});

test('all clients of one token stay within its fifty calls a second together', async () => {
  const { on, sim, channel, discord } = await connected();
  await using _ = on;
  const asked = sim.faults.record();
  const all = Array.from({ length: 40 }, () => [
    discord.api.channels.get(channel.id),
    discord.uploads.channels.get(channel.id),
  ]);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(50));
  await sleep(300);
  expect(asked).toHaveLength(50);
  await Promise.all(all.flat());
  expect(asked).toHaveLength(80);
});
