import { buildGuild, buildPanel, randomId } from '@tickets/testkit/data/factories';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleDue } from '../platform/effects/following.ts';
import { followPremium, premiumEffect } from './follow.ts';
import { grantPremium, revokePremium } from './grants.ts';

const clock = createTestClock();
let context: TestContext;

beforeAll(async () => {
  context = await createTestContext({ clock, config: { premium: 'entitlements' } });
});
afterAll(() => context.close());

async function guildWith(panels: number) {
  const guild = await buildGuild(context.ctx);
  for (let count = 0; count < panels; count++) await buildPanel(context.ctx, { guild_id: guild.guild_id });
  return guild;
}
async function works(guild_id: string): Promise<boolean[]> {
  const rows = await context.ctx.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .orderBy('panel_id')
    .select('force_disabled')
    .execute();
  return rows.map(({ force_disabled }) => !force_disabled);
}

test('premium that runs out disables the newest panels an hour later, without anybody doing anything', async () => {
  const { ctx } = context;
  const [ending, lasting, small] = [await guildWith(5), await guildWith(5), await guildWith(3)];
  const expires_at = new Date(clock.now().getTime() + 60_000);
  await grantPremium(ctx, { guild_id: ending.guild_id }, { tier: 0, expires_at });
  await grantPremium(ctx, { user_id: lasting.owner_id }, { tier: 0 });
  await settleDue(ctx, [premiumEffect]);
  clock.advance(3_600_000);
  await settleDue(ctx, [premiumEffect]);
  expect(await works(ending.guild_id)).toEqual([true, true, true, true, true]);
  clock.advance(120_000);
  await settleDue(ctx, [premiumEffect]);
  expect(await works(ending.guild_id)).toEqual([true, true, true, false, false]);
  expect(await works(lasting.guild_id)).toEqual([true, true, true, true, true]);
  expect(await works(small.guild_id)).toEqual([true, true, true]);
});

test('premium that was earned by voting keeps panels working', async () => {
  const { ctx } = context;
  const { guild_id } = await guildWith(4);
  const vote = { guild_id, tier: 0, source: 'voting', sku_label: 'Vote' } as const;
  await ctx.db.insertInto('entitlements').values(vote).execute();
  await followPremium(ctx, guild_id);
  expect(await works(guild_id)).toEqual([true, true, true, true]);
});

test('what is given to or taken from an owner reaches the panels of their servers at once', async () => {
  const { ctx } = context;
  const { guild_id, owner_id } = await guildWith(4);
  await followPremium(ctx, guild_id);
  expect(await works(guild_id)).toEqual([true, true, true, false]);
  await grantPremium(ctx, { user_id: owner_id }, { tier: 1 });
  expect(await works(guild_id)).toEqual([true, true, true, true]);
  await revokePremium(ctx, { user_id: owner_id });
  expect(await works(guild_id)).toEqual([true, true, true, false]);
});

test('the messages of panels are edited when premium begins or ends, because their footer depends on it', async () => {
  const { ctx } = context;
  const { guild_id } = await guildWith(1);
  const states = async () =>
    (
      await ctx.db.selectFrom('panels').where('guild_id', '=', guild_id).select('message_state').execute()
    ).map(({ message_state }) => message_state);
  await grantPremium(ctx, { guild_id }, { tier: 0 });
  expect(await states()).toEqual(['outdated']);
  await ctx.db
    .updateTable('panels')
    .set({ message_state: 'posted' })
    .where('guild_id', '=', guild_id)
    .execute();
  await revokePremium(ctx, { guild_id });
  expect(await states()).toEqual(['outdated']);
});

test('premium is not granted to a server that the bot is not in', async () => {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  await ctx.db.updateTable('guilds').set({ left_at: new Date() }).where('guild_id', '=', guild_id).execute();
  for (const unknown of [guild_id, randomId()])
    await expect(grantPremium(ctx, { guild_id: unknown }, { tier: 0 })).rejects.toMatchObject({
      code: 'guild.not_found',
    });
});
