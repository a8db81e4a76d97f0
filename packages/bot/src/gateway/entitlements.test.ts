import { compareEntitlements } from '@tickets/core/premium/discord-store';
import { premiumTier } from '@tickets/core/premium/tier';
import type { SimEntitlement, SimSku } from '@tickets/discord-sim/world/entities';
import {
  addSku,
  createTestEntitlement,
  deleteEntitlement,
  endEntitlement,
  subscribe,
} from '@tickets/discord-sim/world/entitlements';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not tell what was bought; it is asked again within the hour|what was bought meanwhile is not known yet)/,
);

const sku_ids = { server: '111111111111111111', person: '222222222222222222', other: '333333333333333333' };
const premium_skus = [
  { sku_id: sku_ids.server, tier: 0, label: 'For a server' },
  { sku_id: sku_ids.person, tier: 1, label: 'For a person' },
] as const;
const hour = 3_600_000;

const clock = createTestClock();
let w: BotWorld;
let server: SimSku;
let person: SimSku;
let other: SimSku;

beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'entitlements', premium_skus }, clock });
  const application_id = w.ctx.discord.application_id;
  server = addSku(w.sim.world, { id: sku_ids.server, application_id, owner_type: 1 });
  person = addSku(w.sim.world, { id: sku_ids.person, application_id, owner_type: 2 });
  other = addSku(w.sim.world, { id: sku_ids.other, application_id, owner_type: 1 });
});
afterEach(() => w[Symbol.asyncDispose]());

const tier = () => premiumTier(w.ctx, w.guild_id);
const rows = () =>
  w.ctx.db
    .selectFrom('entitlements')
    .select(['guild_id', 'user_id', 'source', 'sku_label', 'expires_at', 'discord_id'])
    .orderBy('discord_id')
    .execute();
const buy = (sku = server, user_id = w.member.id) =>
  subscribe(w.sim.world, sku, { guild_id: w.guild_id, user_id });
const again = (entitlement: SimEntitlement) => w.sim.world.entitlements.get(entitlement.id) ?? entitlement;

test('a subscription that a member buys for the server gives it premium, and nothing to the member', async () => {
  const bought = buy();
  await w.bot.settled();
  expect(await tier()).toBe(0);
  expect(await rows()).toEqual([
    {
      guild_id: w.guild_id,
      user_id: null,
      source: 'discord',
      sku_label: 'For a server',
      expires_at: null,
      discord_id: bought.id,
    },
  ]);
});

test('a subscription of a person counts for the servers that they own', async () => {
  buy(person, w.member.id);
  await w.bot.settled();
  expect(await tier()).toBe(-1);
  buy(person, w.owner.id);
  await w.bot.settled();
  expect(await tier()).toBe(1);
});

test('a subscription that ended counts for an hour more; a refund no longer', async () => {
  const [ended, refunded] = [buy(), buy()];
  await w.bot.settled();
  deleteEntitlement(w.sim.world, again(refunded));
  await w.bot.settled();
  expect((await rows()).map(({ discord_id }) => discord_id)).toEqual([ended.id]);
  endEntitlement(w.sim.world, again(ended));
  await w.bot.settled();
  expect(await tier()).toBe(0);
  clock.advance(hour + 60_000);
  expect(await tier()).toBe(-1);
});

test('what is sold otherwise gives nothing', async () => {
  buy(other);
  await w.bot.settled();
  expect(await rows()).toEqual([]);
});

test('what happened while the program was down is made good when it is back', async () => {
  const [kept, refunded] = [buy(), buy(person, w.owner.id)];
  await w.bot.settled();
  await w.bot.stop();
  const { world } = w.sim;
  deleteEntitlement(world, again(refunded));
  endEntitlement(world, again(kept));
  clock.advance(1_000);
  const fresh = createTestEntitlement(world, server, { guild_id: w.guild_id });
  await w.restart();
  await w.bot.settled();
  const now = await rows();
  expect(now.map(({ discord_id }) => discord_id)).toEqual([kept.id, fresh.id]);
  expect(now.map(({ expires_at }) => expires_at !== null)).toEqual([true, false]);
});

test('what was bought while the program was down counts soon, also where Discord does not tell at first', async () => {
  await w.bot.settled();
  await w.bot.stop();
  clock.advance(1_000);
  const bought = createTestEntitlement(w.sim.world, server, { guild_id: w.guild_id });
  const hits = w.sim.faults.hits.length;
  w.sim.faults.next({ route: '/applications/:id/entitlements', kind: 'reset', times: 2 });
  await w.restart();
  await vi.waitFor(
    async () => expect((await rows()).map(({ discord_id }) => discord_id)).toEqual([bought.id]),
    { timeout: 12_000 },
  );
  expect(w.sim.faults.hits.length - hits).toBe(2);
});

test('all that was bought is compared, however much it is', async () => {
  const { world } = w.sim;
  world.transact(() => {
    for (let bought = 0; bought < 230; bought++) buy();
  });
  await w.bot.settled();
  await w.ctx.db.deleteFrom('entitlements').execute();
  await compareEntitlements(w.ctx);
  expect(await rows()).toHaveLength(230);
});

test.each([403, 500])('where Discord answers with %i, what is known stays', async (kind) => {
  buy();
  await w.bot.settled();
  w.sim.faults.next({ route: '/applications/:id/entitlements', kind });
  await compareEntitlements(w.ctx).catch(() => undefined);
  expect(await tier()).toBe(0);
});
