import { grantPremium } from '@tickets/core/premium/grants';
import { endSubscription, grantSubscription } from '@tickets/core/premium/subscriptions';
import { startTestApp, type TestApp } from '@tickets/testkit/app';
import { createTestClock, type TestClock } from '@tickets/testkit/clock';
import { buildGuild, buildMember, buildSession, buildUser } from '@tickets/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const DAY_MS = 86_400_000;
let clock: TestClock;
let app: TestApp;
let user_id: string;
let token: string;
/** Servers in which the person is an administrator, oldest first. */
let mine: string[];

beforeAll(async () => {
  clock = createTestClock();
  app = await startTestApp({ clock, config: { premium: 'entitlements' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user_id } = await buildUser(app.ctx));
  token = await buildSession(app.ctx, user_id);
  mine = [];
  for (let count = 0; count < 3; count++) mine.push(await serverWith(2));
});

/** A server in which the person has this level. */
async function serverWith(level: 0 | 1 | 2): Promise<string> {
  const { guild_id } = await buildGuild(app.ctx);
  await buildMember(app.ctx, { guild_id, user_id, level });
  return guild_id;
}
const subscribe = (server_count: number, expires_at: Date | null = null) =>
  grantSubscription(app.ctx, user_id, { server_count, tier: 0, expires_at });
const read = async () => (await app.call('premium.own', { token })).body;
const choose = async (selected_guilds: (string | undefined)[], by = token) => {
  const body = { selected_guilds: selected_guilds.map(String) };
  const { status, error } = await app.call('premium.choose_servers', { body, token: by });
  return status === 204 ? 204 : [status, error.error];
};
const premium = async (guild_id = '') =>
  (await app.call('guild.premium', { params: { guild_id }, query: {}, token })).body.premium;
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

test('a server that is chosen has premium, and one that is left out loses it', async () => {
  await subscribe(2);
  expect(await choose([mine[0], mine[1]])).toBe(204);
  expect(await Promise.all(mine.map(premium))).toEqual([true, true, false]);
  expect(await choose([mine[1], mine[2]])).toBe(204);
  expect(await Promise.all(mine.map(premium))).toEqual([false, true, true]);
  expect(await read()).toMatchObject({
    entitlements: null,
    legacy_entitlement: { user_id, is_legacy: false, tier_id: 0, expires_at: null },
    permitted_server_count: 2,
  });
  expect(new Set((await read()).selected_guilds)).toEqual(new Set([mine[1], mine[2]]));
});

describe('a choice is refused whole', () => {
  test('of more servers than the subscription is for', async () => {
    await subscribe(1);
    expect(await choose([mine[0], mine[1]])).toEqual([400, 'Too many guilds selected']);
    expect(await premium(mine[0])).toBe(false);
    // The same one twice is one.
    expect(await choose([mine[0], mine[0]])).toBe(204);
  });

  test('with a server that somebody else administers, or that nobody knows', async () => {
    await subscribe(3);
    const helped = await serverWith(1);
    expect(await choose([mine[0], helped])).toEqual([403, `Missing permissions in guild ${helped}`]);
    expect(await choose(['123456789012345678'])).toEqual([
      403,
      'Missing permissions in guild 123456789012345678',
    ]);
    expect(await premium(mine[0])).toBe(false);
  });

  test('of somebody who has no such subscription, in words that tell why', async () => {
    expect(await choose([])).toEqual([400, 'Not a premium user']);
    await grantPremium(app.ctx, { user_id }, { tier: 0 });
    expect(await choose([mine[0]])).toEqual([400, 'Not a multi-server subscription']);
    const own = await read();
    expect(own.legacy_entitlement).toBeNull();
    expect(own.entitlements).toMatchObject([{ user_id, source: 'operator', tier: 'premium' }]);
    expect(own).not.toHaveProperty('selected_guilds');
  });
});

test('a server stays chosen after its subscriber lost their level there, until they leave it out', async () => {
  await subscribe(2);
  await choose([mine[0]]);
  await app.ctx.db
    .deleteFrom('permissions')
    .where('user_id', '=', user_id)
    .where('guild_id', '=', mine[0] ?? '')
    .execute();
  expect(await choose([mine[0], mine[1]])).toBe(204);
  expect(await choose([mine[1]])).toBe(204);
  expect(await choose([mine[0]])).toEqual([403, `Missing permissions in guild ${mine[0]}`]);
});

test('two windows that choose at once never have more servers than the subscription is for', async () => {
  await subscribe(1);
  const answers = await Promise.all(mine.map((id) => choose([id])));
  expect(answers).toEqual([204, 204, 204]);
  expect((await Promise.all(mine.map(premium))).filter(Boolean)).toHaveLength(1);
});

test('an end counts for one more hour, and servers can be chosen for a week after it', async () => {
  await subscribe(1, inDays(1));
  await choose([mine[0]]);
  clock.advance(DAY_MS + 30 * 60_000);
  expect([await premium(mine[0]), (await read()).legacy_entitlement !== null]).toEqual([true, true]);
  clock.advance(3_600_000);
  expect([await premium(mine[0]), (await read()).legacy_entitlement]).toEqual([false, null]);
  expect(await choose([mine[1]])).toBe(204);
  await subscribe(1, inDays(30));
  expect(await premium(mine[1])).toBe(true);
  await subscribe(1, inDays(-8));
  expect(await choose([mine[1]])).toEqual([400, 'Not a premium user']);
});

test('a subscription for fewer servers keeps those that were chosen first; one that is taken back keeps none', async () => {
  await subscribe(3);
  await choose([mine[0]]);
  clock.advance(1000);
  await choose([mine[0], mine[1]]);
  await subscribe(1);
  expect(await Promise.all(mine.map(premium))).toEqual([true, false, false]);
  expect(await endSubscription(app.ctx, user_id)).toBe(true);
  expect(await Promise.all(mine.map(premium))).toEqual([false, false, false]);
  expect(await endSubscription(app.ctx, user_id)).toBe(false);
});
