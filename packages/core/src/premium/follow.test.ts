import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wantPremiumFollowed } from './follow.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext({ config: { premium: 'entitlements' } });
});
afterAll(() => context.close());

test('after PREMIUM was changed, every server whose premium is another now is followed, and no other', async () => {
  const { ctx } = context;
  const [byServer, byOwner, lost, never] = [
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
  await ctx.db.insertInto('premium_followed').values({ guild_id: lost.guild_id, had: true }).execute();
  await ctx.db.deleteFrom('effects').execute();

  await wantPremiumFollowed(ctx);

  const wanted = await ctx.db
    .selectFrom('effects')
    .where('kind', '=', 'premium')
    .select('guild_id')
    .execute();
  expect(new Set(wanted.map(({ guild_id }) => guild_id))).toEqual(
    new Set([byServer.guild_id, byOwner.guild_id, lost.guild_id]),
  );
  expect(wanted.map(({ guild_id }) => guild_id)).not.toContain(never.guild_id);
});
