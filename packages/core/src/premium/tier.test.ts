import { callAs } from '@tickets/testkit/data/access';
import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPremium, listPremium, revokePremium } from './grants.ts';
import { readPremium } from './state.ts';
import { gateLoader, isOpen, premiumTier } from './tier.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext({ config: { premium: 'entitlements' } });
});
afterAll(() => context.close());

/** Two servers of one owner; the first has premium that names its owner, too, as who bought it. */
async function boughtForOne({ ended = false } = {}) {
  const { ctx } = context;
  const { guild_id, owner_id } = await buildGuild(ctx);
  const other = await buildGuild(ctx, { owner_id });
  const expires_at = ended ? new Date(Date.now() - 7_200_000) : null;
  await ctx.db
    .insertInto('entitlements')
    .values({ guild_id, user_id: owner_id, source: 'operator', sku_label: 'Premium', expires_at })
    .execute();
  return { guild_id, other_id: other.guild_id, owner_id };
}
const state = async (guild_id: string, owner_id: string) =>
  readPremium(await callAs({ ctx: context.ctx, guild_id }, owner_id), guild_id);

test('premium of a server that names who bought it counts in no other server that they own', async () => {
  const { ctx } = context;
  const { guild_id, other_id, owner_id } = await boughtForOne();
  const gate = gateLoader(ctx, 'live_chat');
  for (const [id, has] of [
    [guild_id, true],
    [other_id, false],
  ] as const) {
    expect(await premiumTier(ctx, id)).toBe(has ? 0 : -1);
    expect(await isOpen(ctx, id, 'panel_quota')).toBe(has);
    expect(await gate(id)).toBe(has);
    expect((await state(id, owner_id)).entitlements).toHaveLength(has ? 1 : 0);
  }
});

test('that such premium ended is told in its own server alone', async () => {
  const { guild_id, other_id, owner_id } = await boughtForOne({ ended: true });
  expect((await state(guild_id, owner_id)).ended_at).toBeInstanceOf(Date);
  expect((await state(other_id, owner_id)).ended_at).toBeUndefined();
});

test('what is taken back from a person leaves the premium of a server that names them', async () => {
  const { ctx } = context;
  const { guild_id, other_id, owner_id } = await boughtForOne();
  await grantPremium(ctx, { user_id: owner_id }, { tier: 1 });
  expect([await premiumTier(ctx, guild_id), await premiumTier(ctx, other_id)]).toEqual([1, 1]);
  expect(await revokePremium(ctx, { user_id: owner_id })).toBe(1);
  expect([await premiumTier(ctx, guild_id), await premiumTier(ctx, other_id)]).toEqual([0, -1]);
  expect(await revokePremium(ctx, { guild_id })).toBe(1);
  expect((await listPremium(ctx)).filter((grant) => grant.guild_id === guild_id)).toEqual([]);
});
