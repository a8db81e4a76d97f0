import { stage } from '@tickets/discord-sim/testing';
import { expect, test } from 'vitest';
import { createDiscord } from './discord.ts';
import { RequestGuard } from './request-guard.ts';
import { forServer, ofPeople } from './served-server.ts';

const hour = 3_600_000;

/** A client whose guard goes by a clock that stands still until it is moved, and another bot's on the same guard. */
async function connected({ invalid_max }: { invalid_max?: number } = {}) {
  const on = await stage();
  let now = Date.UTC(2026, 10, 26);
  const guard = new RequestGuard({ now: () => now });
  const { sim, app, channel } = on;
  const common = { url: sim.url, recheck_ms: 86_400_000, guard };
  const discord = createDiscord({ ...common, token: app.bot_token, application_id: app.id });
  const other = sim.world.addApplication({ name: 'Other' });
  const own = createDiscord({
    ...common,
    token: other.bot_token,
    application_id: other.id,
    ...(invalid_max && { invalid_max }),
  });
  return {
    on,
    sim,
    guard,
    discord,
    own,
    pass: (ms: number) => {
      now += ms;
    },
    /** A client that comes in the place of `own`, as when a token is entered again. */
    ownAgain: () =>
      createDiscord({
        ...common,
        token: other.bot_token,
        application_id: other.id,
        ...(invalid_max && { invalid_max }),
      }),
    say: () => discord.api.channels.createMessage(channel.id, { content: 'hello' }),
    answer: () => discord.interactions.defer('123456789012345678', 'x'.repeat(60)),
  };
}

test.each([
  ['and says for how long', { retryAfterSeconds: 3600 }],
  ['and does not say for how long', {}],
])('once Cloudflare shuts the address out %s, no client sends anything', async (_, options) => {
  const { on, sim, guard, discord, own, say } = await connected();
  await using _on = on;
  const ban = sim.faults.banAddress(options);
  await expect(say()).rejects.toThrow('shut out');
  for (const client of [discord, own])
    await expect(client.api.users.getCurrent()).rejects.toThrow('shut out');
  await expect(discord.uploads.channels.createMessage(on.channel.id, {})).rejects.toThrow('shut out');
  await expect(discord.identity.check()).resolves.toBe('unknown');
  discord.identity.close();
  expect(ban.answered()).toBe(1);
  expect(guard.bannedUntil).toBeDefined();
});

test('when the time of a ban is over, calls are made again', async () => {
  const { on, sim, guard, say, pass } = await connected();
  await using _ = on;
  const { lift } = sim.faults.banAddress({ retryAfterSeconds: 3600 });
  await expect(say()).rejects.toThrow('shut out');
  lift();
  pass(hour - 1);
  await expect(say()).rejects.toThrow('shut out');
  pass(1);
  expect(await say()).toMatchObject({ content: 'hello' });
  expect(guard.bannedUntil).toBeUndefined();
});

test('answers to presses share one try in ten seconds while the address is shut out', async () => {
  const { on, sim, answer, pass } = await connected();
  await using _ = on;
  const ban = sim.faults.banAddress({ retryAfterSeconds: 3600 });
  // Ten minutes with a hundred presses a minute, each of which is answered twice.
  for (let press = 0; press < 1000; press += 1) {
    await Promise.allSettled([answer(), answer()]);
    pass(600);
  }
  expect(ban.answered()).toBeLessThanOrEqual(61);
  expect(ban.answered()).toBeGreaterThan(50);
}, 30_000);

test('a try that Discord answers ends the ban', async () => {
  const { on, sim, guard, answer, say, pass } = await connected();
  await using _ = on;
  const { lift } = sim.faults.banAddress({ retryAfterSeconds: 3600 });
  await expect(answer()).rejects.toThrow('shut out');
  lift();
  pass(10_000);
  await expect(answer()).rejects.toMatchObject({ code: 10062 });
  expect(guard.bannedUntil).toBeUndefined();
  expect(await say()).toMatchObject({ content: 'hello' });
});

test('a limit of Discord is no ban', async () => {
  const { on, sim, guard, say } = await connected();
  await using _ = on;
  sim.faults.next({ route: '/channels/:id/messages', kind: 429, retryAfterSeconds: 0.01, global: true });
  expect(await say()).toMatchObject({ content: 'hello' });
  expect(guard.bannedUntil).toBeUndefined();
});

test('calls that Discord refuses are slowed down long before their number shuts the address out', async () => {
  let now = Date.UTC(2026, 10, 26);
  const guard = new RequestGuard({
    now: () => now,
    // A caller that goes on as soon as it may: the clock is where its wait ends.
    wait: async (ms) => {
      now += ms;
    },
  });
  const refused = async () => new Response('{}', { status: 403 });
  const sentAt: number[] = [];
  const begun = now;
  while (now < begun + 3 * hour) {
    await guard.send({ path: '/channels/1/messages' }, refused);
    sentAt.push(now);
    now += 5;
  }
  let first = 0;
  let most = 0;
  for (const [last, at] of sentAt.entries()) {
    while ((sentAt[first] ?? 0) <= at - 600_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  expect(most).toBeLessThan(9_500);
  expect(most).toBeGreaterThan(5_000);
});

test('calls that would wait too long for their turn are put off, and waiting costs no others their turn', async () => {
  let now = Date.UTC(2026, 10, 26);
  const guard = new RequestGuard({ now: () => now, wait: async () => undefined });
  const ask = (status: number) =>
    guard.send({ path: '/channels/1/messages' }, async () => new Response('{}', { status }));
  for (let n = 0; n < 4_000; n += 1) await ask(401);
  const all = await Promise.allSettled(Array.from({ length: 500 }, () => ask(200)));
  const made = all.filter(({ status }) => status === 'fulfilled').length;
  expect(made).toBeGreaterThan(20);
  expect(made).toBeLessThan(120);
  now += 11 * 60_000;
  expect(
    (await Promise.allSettled(Array.from({ length: 500 }, () => ask(200)))).every(
      ({ status }) => status === 'fulfilled',
    ),
  ).toBe(true);
});

test('refusals by a limit that is shared by all bots do not count', async () => {
  const guard = new RequestGuard();
  const limited = (scope: string) => async () =>
    new Response('{}', { status: 429, headers: { 'x-ratelimit-scope': scope, via: '1.1 google' } });
  await guard.send({ path: '/channels/1/messages' }, limited('shared'));
  expect(guard.invalid).toBe(0);
  await guard.send({ path: '/channels/1/messages' }, limited('user'));
  expect(guard.invalid).toBe(1);
});

test('a bot whose token is used up elsewhere asks a few times, and no more for a while', async () => {
  const { on, sim, say, own, discord, pass } = await connected();
  await using _ = on;
  const limited = { kind: 429, global: true, retryAfterSeconds: 0.01, times: 1_000 } as const;
  sim.faults.next({ ...limited, route: '/channels/:id/messages' });
  await expect(say()).rejects.toThrow('again and again');
  await expect(say()).rejects.toThrow('again and again');
  expect(sim.faults.hits).toHaveLength(20);
  // Others go on, and it is asked once when its rest is over.
  expect(await own.api.users.getCurrent()).toMatchObject({ bot: true });
  pass(30_000);
  await expect(say()).rejects.toThrow('again and again');
  expect(sim.faults.hits).toHaveLength(21);
  // Its other calls would be limited, too.
  await expect(discord.api.users.getCurrent()).rejects.toThrow('again and again');
});

test('a limit of one channel holds back what is asked of that channel alone', async () => {
  const { on, sim, say, discord } = await connected();
  await using _ = on;
  const limited = { kind: 429, shared: true, retryAfterSeconds: 0.01, times: 1_000 } as const;
  sim.faults.next({ ...limited, route: '/channels/:id/messages' });
  await expect(say()).rejects.toThrow('again and again');
  expect(sim.faults.hits).toHaveLength(20);
  expect(await discord.api.users.getCurrent()).toMatchObject({ bot: true });
});

test('a bot that is refused too often rests before the calls of all bots are slowed', async () => {
  const { on, sim, guard, own, say, pass } = await connected({ invalid_max: 50 });
  await using _ = on;
  sim.faults.next({ kind: 403, times: 1_000, route: '/users/:id' });
  const ask = () => own.api.users.get('123456789012345678');
  for (let n = 0; n < 50; n += 1) await expect(ask()).rejects.toThrow('403');
  await expect(ask()).rejects.toThrow('again and again');
  expect(await say()).toMatchObject({ content: 'hello' });
  pass(30_000);
  await expect(ask()).rejects.toThrow('403');
  await expect(ask()).rejects.toThrow('again and again');
  expect(guard.invalid).toBe(51);
  pass(600_000);
  await expect(ask()).rejects.toThrow('403');
  await expect(ask()).rejects.toThrow('403');
});

test('a server in which a bot is refused again and again is asked later, and others at once', async () => {
  const { on, sim, guard, discord, say, pass } = await connected();
  await using _ = on;
  sim.faults.next({ kind: 403, times: 1_000, route: '/users/:id' });
  const ask = () => forServer('1', () => discord.api.users.get('123456789012345678'));
  for (let n = 0; n < 500; n += 1) await expect(ask()).rejects.toThrow('403');
  await expect(ask()).rejects.toThrow('again and again');
  expect(await forServer('2', say)).toMatchObject({ content: 'hello' });
  pass(30_000);
  await expect(ask()).rejects.toThrow('403');
  await expect(ask()).rejects.toThrow('again and again');
  expect(guard.invalid).toBe(501);
});

test('a bot that rests does not come out of it with another client, nor a server with another bot', async () => {
  const { on, sim, own, ownAgain, discord } = await connected({ invalid_max: 50 });
  await using _ = on;
  sim.faults.next({ kind: 403, times: 1_000, route: '/users/:id' });
  const ask = (client = own, server = '1') =>
    forServer(server, () => client.api.users.get('123456789012345678'));
  for (let n = 0; n < 10; n += 1) await expect(ask()).rejects.toThrow('403');
  for (const client of [own, ownAgain(), discord])
    await expect(ask(client)).rejects.toThrow('again and again');
  for (const server of ['2', '3', '4', '5'])
    for (let n = 0; n < 10; n += 1) await expect(ask(own, server)).rejects.toThrow('403');
  await expect(ask(ownAgain(), '6')).rejects.toThrow('again and again');
});

test('a server that refuses a bot with a limit of its own, for however long, keeps it from no other server', async () => {
  const { on, sim, guard, own, pass } = await connected({ invalid_max: 50 });
  await using _ = on;
  sim.faults.next({ kind: 403, times: 1_000, route: '/users/:id' });
  const refuse = () => forServer('1', () => own.api.users.get('123456789012345678'));
  const other = () => forServer('2', () => own.api.gateway.getBot());
  for (let n = 0; n < 10; n += 1) await expect(refuse()).rejects.toThrow('403');
  for (let round = 0; round < 60; round += 1) {
    await expect(refuse()).rejects.toThrow('again and again');
    pass(30_000);
    await expect(refuse()).rejects.toThrow('403');
    expect(await other()).toMatchObject({ shards: 1 });
  }
  expect(guard.invalid).toBeLessThan(40);
});

test('people who take no direct messages keep a server from no other call', async () => {
  const { on, sim, discord, say } = await connected();
  await using _ = on;
  sim.faults.next({ kind: 403, code: 50007, times: 1_000, route: '/users/@me/channels' });
  const write = () => forServer('1', () => ofPeople(() => discord.api.users.createDM(on.owner.id)));
  for (let n = 0; n < 500; n += 1) await expect(write()).rejects.toThrow();
  await expect(write()).rejects.toThrow('again and again');
  expect(await forServer('1', say)).toMatchObject({ content: 'hello' });
});

test('one limit that many calls meet at the same moment counts once', async () => {
  const { on, sim, discord } = await connected();
  await using _ = on;
  const limited = { kind: 429, global: true, retryAfterSeconds: 0.3 } as const;
  // Each on a path of its own, so that none waits for another.
  const ids = Array.from({ length: 40 }, (_value, n) => String(123456789012345678n + BigInt(n)));
  sim.faults.next({ ...limited, times: 40, route: '/channels/:id' });
  const answers = await Promise.allSettled(ids.map((id) => discord.api.channels.get(id)));
  expect(answers.map((answer) => String(answer.status === 'rejected' && answer.reason.message))).toEqual(
    Array(40).fill('Unknown Channel'),
  );
  expect(sim.faults.hits.length).toBeGreaterThan(20);
});
