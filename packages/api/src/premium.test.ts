import { grantPremium, revokePremium } from '@tickets/core/premium/grants';
import { grantSubscription, revokeSubscription } from '@tickets/core/premium/subscriptions';
import { startTestApp, type TestApp } from '@tickets/testkit/app';
import { createTestClock } from '@tickets/testkit/clock';
import { buildGuild, buildMember, buildSession, buildUser } from '@tickets/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const HOUR_MS = 3_600_000;
const clock = createTestClock();
let app: TestApp;
let user_id: string;
let token: string;
let guilds: string[];

beforeAll(async () => {
  app = await startTestApp({ clock, config: { premium: 'entitlements' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user_id } = await buildUser(app.ctx));
  token = await buildSession(app.ctx, user_id);
  const built = [1, 2, 3].map(() => buildGuild(app.ctx, { owner_id: user_id }));
  guilds = (await Promise.all(built)).map(({ guild_id }) => guild_id);
});

const subscribe = (servers: number, hours?: number) =>
  grantSubscription(app.ctx, user_id, {
    servers,
    tier: 0,
    expires_at: hours === undefined ? null : new Date(clock.now().getTime() + hours * HOUR_MS),
  });
const read = async () => (await app.call('premium.own_entitlements', { token })).body;
const choose = async (...selected_guilds: string[]) => {
  const { status, error } = await app.call('premium.choose_servers', { token, body: { selected_guilds } });
  return status === 204 ? status : `${status} ${error.error}`;
};
const has = async (guild_id: string) =>
  (await app.call('guild.premium', { token, params: { guild_id }, query: {} })).body.premium;
const having = async () => Promise.all(guilds.map(has));
const server = (index: number) => guilds[index] ?? '';

test('a subscriber is told for how many servers it is, and which they chose', async () => {
  await subscribe(2, 48);
  expect(await read()).toEqual({
    entitlements: null,
    legacy_entitlement: {
      user_id,
      tier_id: 0,
      sku_label: 'Premium for several servers',
      sku_id: expect.stringMatching(/^[\da-f-]{36}$/),
      is_legacy: false,
      expires_at: new Date(clock.now().getTime() + 48 * HOUR_MS).toISOString(),
    },
    permitted_server_count: 2,
    selected_guilds: [],
  });
  expect(await choose(server(1), server(0), server(1))).toBe(204);
  expect((await read()).selected_guilds?.toSorted()).toEqual([server(0), server(1)].toSorted());
});

test('everybody else is told that there is nothing to choose', async () => {
  expect(await read()).toEqual({ entitlements: null, legacy_entitlement: null });
  expect(await choose(server(0))).toBe('400 Not a premium user');
  await grantPremium(app.ctx, { user_id }, { tier: 1 });
  const own = await read();
  expect(own.legacy_entitlement).toBeNull();
  expect(own.permitted_server_count).toBeUndefined();
  expect(own.entitlements).toMatchObject([
    { user_id, tier: 'whitelabel', source: 'operator', expires_at: null },
  ]);
  expect(await choose(server(0))).toBe('400 Not a multi-server subscription');
});

test('a chosen server has premium, and one that is not chosen any more loses it', async () => {
  await subscribe(2);
  expect(await having()).toEqual([false, false, false]);
  expect(await choose(server(0), server(1))).toBe(204);
  expect(await having()).toEqual([true, true, false]);
  expect(await choose(server(1), server(2))).toBe(204);
  expect(await having()).toEqual([false, true, true]);
  expect(await choose()).toBe(204);
  expect(await having()).toEqual([false, false, false]);
});

test('more servers than it is for are refused, and nothing changes', async () => {
  await subscribe(2);
  await choose(server(0));
  expect(await choose(...guilds)).toBe('400 Too many guilds selected');
  expect(await having()).toEqual([true, false, false]);
});

test('each new server needs an administrator; one that was chosen before may stay', async () => {
  await subscribe(3);
  const { guild_id: foreign } = await buildGuild(app.ctx);
  await buildMember(app.ctx, { guild_id: foreign, user_id });
  const refusal = `403 Missing permissions in guild ${foreign}`;
  expect(await choose(server(0), foreign)).toBe(refusal);
  expect(await choose('4711')).toBe('403 Missing permissions in guild 4711');
  expect(await having()).toEqual([false, false, false]);

  const level = { guild_id: foreign, user_id, admin: true, support: true };
  await app.ctx.db.insertInto('permissions').values(level).execute();
  expect(await choose(server(0), foreign)).toBe(204);
  await app.ctx.db.deleteFrom('permissions').where('guild_id', '=', foreign).execute();
  expect(await choose(foreign, server(1))).toBe(204);
  expect((await read()).selected_guilds).toEqual(expect.arrayContaining([foreign, server(1)]));
  expect(await choose(server(1))).toBe(204);
  expect(await choose(foreign)).toBe(refusal);
});

test('of two choices at once one holds, whole', async () => {
  await subscribe(2);
  const [first, second] = [
    [server(0), server(1)],
    [server(1), server(2)],
  ];
  expect(await Promise.all([choose(...first), choose(...second)])).toEqual([204, 204]);
  const chosen = (await read()).selected_guilds?.toSorted();
  expect([first.toSorted(), second.toSorted()]).toContainEqual(chosen);
});

test('an end counts after an hour, and for a week servers can still be chosen for when it is renewed', async () => {
  await subscribe(1, 1);
  await choose(server(0));
  clock.advance(1.9 * HOUR_MS);
  expect((await read()).selected_guilds).toEqual([server(0)]);
  expect(await having()).toEqual([true, false, false]);
  clock.advance(0.2 * HOUR_MS);
  expect(await read()).toEqual({ entitlements: null, legacy_entitlement: null });
  expect(await having()).toEqual([false, false, false]);
  expect(await choose(server(1))).toBe(204);
  expect(await having()).toEqual([false, false, false]);
  await subscribe(1, 1);
  expect(await having()).toEqual([false, true, false]);
  clock.advance(8 * 24 * HOUR_MS);
  expect(await choose(server(0))).toBe('400 Not a premium user');
});

test('one that becomes smaller keeps what was chosen first, and one that is taken back leaves nothing', async () => {
  await subscribe(2);
  await choose(server(2));
  clock.advance(1);
  await choose(server(2), server(0));
  await subscribe(1);
  expect(await having()).toEqual([false, false, true]);
  expect(await revokeSubscription(app.ctx, user_id)).toBe(true);
  expect(await having()).toEqual([false, false, false]);
  expect(await revokeSubscription(app.ctx, user_id)).toBe(false);
});

test('what was granted to a server by itself is not touched by a choice', async () => {
  await subscribe(1);
  await grantPremium(app.ctx, { guild_id: server(0) }, { tier: 0 });
  await choose(server(0));
  await choose();
  expect(await has(server(0))).toBe(true);
  await choose(server(0));
  await revokePremium(app.ctx, { guild_id: server(0) });
  expect(await has(server(0))).toBe(true);
});

test('what is no list of ids is refused with what to do', async () => {
  await subscribe(2);
  for (const selected_guilds of ['all', ['abc'], [-1]])
    expect(
      (await app.call('premium.choose_servers', { token, body: { selected_guilds } as never })).status,
    ).toBe(400);
});
