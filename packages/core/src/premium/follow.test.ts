import { auditResources } from '@tickets/contract/audit/codes';
import { buildGuild, buildPanel } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleDue } from '../platform/effects/following.ts';
import { premiumEffect, wantPremiumFollowed } from './follow.ts';
import { grantPremium } from './grants.ts';
import { graceMs } from './tier.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext({ config: { premium: 'entitlements' } });
});
afterAll(() => context.close());

test('after PREMIUM was changed, every server whose premium is another now is followed, and no other', async () => {
  const { ctx } = context;
  const [byServer, byOwner, lost, never, unknown] = [
    await buildGuild(ctx),
    await buildGuild(ctx),
    await buildGuild(ctx),
    await buildGuild(ctx),
    await buildGuild(ctx),
  ];
  await ctx.db
    .insertInto('entitlements')
    .values([
      { guild_id: byServer.guild_id, source: 'operator', sku_label: 'Premium' },
      { user_id: byOwner.owner_id, source: 'operator', sku_label: 'Premium' },
    ])
    .execute();
  await ctx.db
    .insertInto('premium_followed')
    .values([
      { guild_id: lost.guild_id, had: true },
      { guild_id: never.guild_id, had: false },
    ])
    .execute();
  await ctx.db.deleteFrom('effects').execute();

  await wantPremiumFollowed(ctx);

  const wanted = await ctx.db
    .selectFrom('effects')
    .where('kind', '=', 'premium')
    .select('guild_id')
    .execute();
  expect(new Set(wanted.map(({ guild_id }) => guild_id))).toEqual(
    new Set([byServer.guild_id, byOwner.guild_id, lost.guild_id, unknown.guild_id]),
  );
  expect(wanted.map(({ guild_id }) => guild_id)).not.toContain(never.guild_id);
});

test('a server that made its panels while every server had premium keeps the free ones once PREMIUM is changed, and its log says nothing of premium that it never bought', async () => {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  for (let count = 0; count < 5; count++) await buildPanel(ctx, { guild_id });
  await ctx.db
    .updateTable('panels')
    .set({ message_state: 'posted' })
    .where('guild_id', '=', guild_id)
    .execute();
  await wantPremiumFollowed(ctx);
  await settleDue(ctx, [premiumEffect]);
  const panels = await ctx.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .orderBy('panel_id')
    .select(['force_disabled', 'message_state'])
    .execute();
  expect(panels.map(({ force_disabled }) => force_disabled)).toEqual([false, false, false, true, true]);
  // Their footer.
  expect(new Set(panels.map(({ message_state }) => message_state))).toEqual(new Set(['outdated']));
  const log = ctx.db.selectFrom('audit_entries').where('guild_id', '=', guild_id).select('resource');
  expect(await log.execute()).not.toContainEqual({ resource: auditResources.premium });
});

test('premium with an end that was granted while every server had premium ends when it says, once PREMIUM is changed', async () => {
  const { ctx } = context;
  const everyone = { ...ctx, config: { ...ctx.config, premium: 'everyone' as const } };
  const { guild_id } = await buildGuild(ctx);
  const expires_at = new Date(ctx.clock.now().getTime() + 86_400_000);
  const due = async () => {
    const effect = await ctx.db
      .selectFrom('effects')
      .where('guild_id', '=', guild_id)
      .where('kind', '=', 'premium')
      .select('due_at')
      .executeTakeFirst();
    return effect?.due_at.getTime();
  };
  await grantPremium(everyone, { guild_id }, { tier: 0, expires_at });
  await settleDue(everyone, [premiumEffect]);
  const end = expires_at.getTime() + graceMs;
  expect(await due()).toBeCloseTo(end, -3);
  // An earlier version let it go.
  await ctx.db.deleteFrom('effects').where('guild_id', '=', guild_id).execute();
  await wantPremiumFollowed(ctx);
  await settleDue(ctx, [premiumEffect]);
  expect(await due()).toBeCloseTo(end, -3);
});
