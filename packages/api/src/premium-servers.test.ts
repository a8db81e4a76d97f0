import { grantPremium } from '@tickets/core/premium/grants';
import { grantSubscription, revokeSubscription } from '@tickets/core/premium/subscriptions';
import { buildGuild, buildMember, buildSession, buildUser, randomId } from '@tickets/testkit/data/factories';
import { buildSharedGuild, type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const clock = createTestClock();
const hour = 3_600_000;
let app: TestApp & SimParts;
let user_id: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ sim: true, clock, config: { premium: 'entitlements' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user_id } = await buildUser(app.ctx));
  token = await buildSession(app.ctx, user_id);
});

const inTime = (ms: number) => new Date(clock.now().getTime() + ms);
const subscribe = (servers: number, expires_at: Date | null = null) =>
  grantSubscription(app.ctx, user_id, { servers, tier: 0, expires_at });
const own = async () => (await app.call('premium.own', { token })).body;
const selected = async () => (await own()).selected_guilds;
async function choose(...selected_guilds: string[]) {
  const { status, error } = await app.call('premium.choose_servers', { token, body: { selected_guilds } });
  return status === 204 ? status : [status, error.error];
}
/** A server in which the subscriber has this level. */
async function server(level: 0 | 1 | 2 = 2) {
  const { guild_id } = await buildGuild(app.ctx);
  await buildMember(app.ctx, { guild_id, user_id, level });
  return guild_id;
}
async function hasPremium(guild_id: string) {
  const member = await buildMember(app.ctx, { guild_id, level: 2 });
  const session = await buildSession(app.ctx, member);
  return (await app.call('guild.premium', { params: { guild_id }, query: {}, token: session })).body.premium;
}

test('a subscriber reads how many servers they may choose and which they chose', async () => {
  const guild_id = await server();
  const expires_at = inTime(24 * hour);
  await subscribe(2, expires_at);
  await choose(guild_id);
  expect(await own()).toEqual({
    entitlements: null,
    legacy_entitlement: {
      user_id,
      tier_id: 0,
      sku_label: 'Premium for 2 servers',
      sku_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_legacy: false,
      expires_at: expires_at.toISOString(),
    },
    permitted_server_count: 2,
    selected_guilds: [guild_id],
  });
});

test('who has no such subscription reads that, and cannot choose; what they have otherwise is told', async () => {
  expect(await own()).toEqual({ entitlements: null, legacy_entitlement: null });
  expect(await choose()).toEqual([400, 'Not a premium user']);
  await grantPremium(app.ctx, { user_id }, { tier: 1 });
  expect(await own()).toMatchObject({
    entitlements: [{ user_id, source: 'operator', tier: 'whitelabel', expires_at: null }],
    legacy_entitlement: null,
  });
  expect(await choose()).toEqual([400, 'Not a multi-server subscription']);
});

test('a chosen server has premium at once, and one that is turned off loses it at once', async () => {
  const [one, two] = [await server(), await server()];
  await subscribe(1);
  expect(await choose(one)).toBe(204);
  expect([await hasPremium(one), await hasPremium(two)]).toEqual([true, false]);
  expect(await choose(two)).toBe(204);
  expect([await hasPremium(one), await hasPremium(two)]).toEqual([false, true]);
  expect(await choose()).toBe(204);
  expect([await hasPremium(one), await hasPremium(two)]).toEqual([false, false]);
});

describe('a choice is refused whole, and nothing changes,', () => {
  test('of more servers than permitted', async () => {
    const [one, two] = [await server(), await server()];
    await subscribe(1);
    await choose(one);
    expect(await choose(one, two)).toEqual([400, 'Too many guilds selected']);
    expect(await selected()).toEqual([one]);
  });

  test('of a server that one does not administer, whether it is there or not', async () => {
    const mine = await server();
    await subscribe(3);
    const strange = await buildSharedGuild(app);
    for (const denied of [await server(1), await server(0), strange.guild_id, randomId()]) {
      expect(await choose(mine, denied)).toEqual([403, `Missing permissions in guild ${denied}`]);
      expect(await selected()).toEqual([]);
    }
  });
});

test('a server may stay chosen by someone who administers it no more, and not be chosen again', async () => {
  const [lost, mine] = [await server(), await server()];
  await subscribe(2);
  await choose(lost);
  await app.ctx.db.deleteFrom('permissions').where('guild_id', '=', lost).execute();
  expect(await choose(lost, mine)).toBe(204);
  expect(await choose(mine)).toBe(204);
  expect(await choose(lost, mine)).toEqual([403, `Missing permissions in guild ${lost}`]);
});

test('the same server named twice counts once, and an id may be a number', async () => {
  const one = await server();
  await subscribe(1);
  expect(await choose(one, one)).toBe(204);
  const body = { selected_guilds: [12] };
  const { status } = await app.call('premium.choose_servers', { token, body });
  expect(status).toBe(403);
});

test('of two choices at once one counts, never more servers than permitted', async () => {
  const servers = [await server(), await server(), await server(), await server()];
  await subscribe(2);
  const [a = '', b = '', c = '', d = ''] = servers;
  await Promise.all([choose(a, b), choose(c, d), choose(a, d)]);
  expect(await selected()).toHaveLength(2);
});

test('what ran out is told for an hour more, and may be changed for a week', async () => {
  const one = await server();
  await subscribe(1, inTime(hour));
  await choose(one);
  clock.advance(2 * hour - 1000);
  expect(await own()).toMatchObject({ permitted_server_count: 1 });
  expect(await hasPremium(one)).toBe(true);
  clock.advance(2000);
  expect(await own()).toEqual({ entitlements: null, legacy_entitlement: null });
  expect(await hasPremium(one)).toBe(false);
  expect(await choose()).toBe(204);
  clock.advance(7 * 24 * hour);
  expect(await choose()).toEqual([400, 'Not a premium user']);
});

test('new terms count for the servers that were chosen, and fewer servers keep the first of them', async () => {
  const [one, two] = [await server(), await server()];
  await subscribe(2, inTime(hour));
  await choose(one);
  clock.advance(1000);
  await choose(one, two);
  await subscribe(1, null);
  expect(await own()).toMatchObject({ permitted_server_count: 1, selected_guilds: [one] });
  clock.advance(5 * hour);
  expect([await hasPremium(one), await hasPremium(two)]).toEqual([true, false]);
  expect(await revokeSubscription(app.ctx, user_id)).toBe(true);
  expect(await hasPremium(one)).toBe(false);
});
