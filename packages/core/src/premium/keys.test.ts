import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPremium } from './grants.ts';
import { listKeys, makeKeys, redeemKey, revokeKey } from './keys.ts';
import { premiumTier } from './tier.ts';

const clock = createTestClock();
let context: TestContext;
beforeAll(async () => {
  context = await createTestContext({ clock, config: { premium: 'entitlements' } });
});
afterAll(() => context.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(clock.now().getTime() + days * day);
const oneKey = async (terms: { tier?: 0 | 1; days?: number } = {}) =>
  (await makeKeys(context.ctx, { tier: 0, days: undefined, ...terms }, 1))[0] ?? '';
/** A server, and what its owner does. */
async function server() {
  const { ctx } = context;
  const { guild_id, owner_id } = await buildGuild(ctx);
  return {
    guild_id,
    redeem: async (key: string) => redeemKey(await callAs({ ctx, guild_id }, owner_id), guild_id, key),
    tier: () => premiumTier(ctx, guild_id),
  };
}

test('a key gives a server its tier for its days; blanks and capitals do no harm', async () => {
  const { redeem, tier, guild_id } = await server();
  const key = await oneKey({ tier: 1, days: 30 });
  expect(await redeem(` ${key.toUpperCase()}\n`)).toEqual({ expires_at: inDays(30) });
  expect(await tier()).toBe(1);
  expect((await listKeys(context.ctx)).at(-1)).toMatchObject({ guild_id, days: 30, tier: 1 });
});

test('a key is told once and kept nowhere', async () => {
  const key = await oneKey();
  const rows = await context.ctx.db.selectFrom('premium_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(key).toString('hex'));
});

test('of two servers that redeem a key at once one gets it, and the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const both = await Promise.all([server(), server()]);
    const key = await oneKey();
    const done = await Promise.allSettled(both.map(({ redeem }) => redeem(key)));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'premium_key.redeemed' },
    });
    expect((await Promise.all(both.map(({ tier }) => tier()))).sort()).toEqual([-1, 0]);
  }
});

test('one server that presses twice at once spends its key once', async () => {
  const { redeem, guild_id } = await server();
  const key = await oneKey({ days: 1 });
  const done = await Promise.allSettled([redeem(key), redeem(key)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const rows = await context.ctx.db
    .selectFrom('entitlements')
    .where('guild_id', '=', guild_id)
    .select('source')
    .execute();
  expect(rows).toEqual([{ source: 'key' }]);
  await expect(redeem(key)).rejects.toMatchObject({ code: 'premium_key.redeemed_here' });
});

test('the days of a second key begin when those of the first end', async () => {
  const { redeem } = await server();
  await redeem(await oneKey({ days: 10 }));
  expect(await redeem(await oneKey({ days: 5 }))).toEqual({ expires_at: inDays(15) });
});

test('a key is not spent on a server that has as much for good', async () => {
  const { redeem, guild_id } = await server();
  await grantPremium(context.ctx, { guild_id }, { tier: 0 });
  const key = await oneKey({ days: 10 });
  await expect(redeem(key)).rejects.toMatchObject({ code: 'premium_key.not_needed' });
  expect(await redeem(await oneKey({ tier: 1 }))).toEqual({ expires_at: null });
  expect(await (await server()).redeem(key)).toEqual({ expires_at: inDays(10) });
});

test('a revoked key gives nothing any more, also where it was redeemed', async () => {
  const { redeem, tier } = await server();
  const [used, unused] = [await oneKey(), await oneKey()];
  await redeem(used);
  const ids = (await listKeys(context.ctx)).slice(-2).map(({ key_id }) => key_id);
  for (const key_id of ids) expect(await revokeKey(context.ctx, key_id)).toBeDefined();
  expect(await tier()).toBe(-1);
  for (const key of [used, unused])
    await expect(redeem(key)).rejects.toMatchObject({ code: 'premium_key.revoked' });
  expect(await revokeKey(context.ctx, ids[0] ?? 0)).toBeUndefined();
});

test('five wrong keys in a row make one wait ten minutes; what is no key at all does not count', async () => {
  const { redeem } = await server();
  const wrong = '123e4567-e89b-42d3-a456-426614174000';
  const key = await oneKey();
  for (let i = 0; i < 9; i++)
    await expect(redeem('please')).rejects.toMatchObject({ code: 'premium_key.malformed' });
  for (let i = 0; i < 5; i++)
    await expect(redeem(wrong)).rejects.toMatchObject({ code: 'premium_key.unknown' });
  await expect(redeem(key)).rejects.toMatchObject({ code: 'premium_key.too_many' });
  clock.advance(10 * 60_000 + 1);
  await redeem(key);
});

test('only administrators redeem keys', async () => {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const key = await oneKey();
  const member = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id }));
  await expect(redeemKey(member, guild_id, key)).rejects.toMatchObject({ code: 'permission.denied' });
});

test('a key that is revoked takes its days out of the middle: a later key ends earlier by what was left of it', async () => {
  const { redeem, tier, guild_id } = await server();
  const keys = [await oneKey({ days: 30 }), await oneKey({ days: 30 }), await oneKey({ days: 30 })];
  for (const key of keys) await redeem(key);
  const [first, second] = (await listKeys(context.ctx)).filter((one) => one.guild_id === guild_id);
  const ends = async () => {
    const rows = await context.ctx.db
      .selectFrom('entitlements')
      .where('guild_id', '=', guild_id)
      .orderBy('expires_at')
      .select('expires_at')
      .execute();
    return rows.map(({ expires_at }) => expires_at);
  };
  await revokeKey(context.ctx, second?.key_id ?? 0);
  expect(await ends()).toEqual([inDays(30), inDays(60)]);
  clock.advance(10 * day);
  await revokeKey(context.ctx, first?.key_id ?? 0);
  expect(await ends()).toEqual([inDays(30)]);
  expect(await tier()).toBe(0);
});

test('a key that is revoked takes nothing from keys that did not wait for it', async () => {
  const { redeem, guild_id } = await server();
  const [year, whitelabel] = [await oneKey({ days: 365 }), await oneKey({ tier: 1, days: 30 })];
  const end = await redeem(year);
  await redeem(whitelabel);
  const { key_id = 0 } =
    (await listKeys(context.ctx)).find((one) => one.guild_id === guild_id && one.tier === 1) ?? {};
  await revokeKey(context.ctx, key_id);
  const has = context.ctx.db.selectFrom('entitlements').where('guild_id', '=', guild_id).select('expires_at');
  expect(await has.execute()).toEqual([end]);
});

test('after a key is revoked, later ones wait for those that stay', async () => {
  const { redeem, guild_id } = await server();
  const keys = [await oneKey({ days: 60 }), await oneKey({ tier: 1, days: 90 }), await oneKey({ days: 60 })];
  for (const key of keys) await redeem(key);
  const { key_id = 0 } =
    (await listKeys(context.ctx)).find((one) => one.guild_id === guild_id && one.tier === 1) ?? {};
  await revokeKey(context.ctx, key_id);
  const has = context.ctx.db
    .selectFrom('entitlements')
    .where('guild_id', '=', guild_id)
    .orderBy('expires_at');
  expect(await has.select('expires_at').execute()).toEqual([
    { expires_at: inDays(60) },
    { expires_at: inDays(120) },
  ]);
});
