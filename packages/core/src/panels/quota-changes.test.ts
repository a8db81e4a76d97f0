import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import { callOf } from '@tickets/testkit/data/access';
import { buildGuild, buildPanel } from '@tickets/testkit/data/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followPremium } from '../premium/follow.ts';
import { grantPremium, revokePremium } from '../premium/grants.ts';
import { insertMultiPanel } from './multi/rows.ts';
import { listPanels, removePanel } from './panels.ts';

// What fails here on purpose is reported.
allowDatabaseError(/P0001: cut off/);
// There is no Discord here.
allowWarning(/"msg":"Discord does not follow yet"/);

let context: TestContext;
let guild_id: string;
beforeAll(async () => {
  context = await createTestContext({ config: { premium: 'entitlements' } });
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id } = await buildGuild(context.ctx));
});

async function panels(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push((await buildPanel(context.ctx, { guild_id })).panel_id);
  return ids;
}
async function multiPanelOf(ids: number[], message_state = 'posted'): Promise<number> {
  const { db } = context.ctx;
  const values = { ...multiPanelDefaults, channel_id: '1', panels: ids };
  const { id } = await db.transaction().execute((tx) => insertMultiPanel(tx, guild_id, values));
  await db
    .updateTable('multi_panels')
    .set({
      message_state: message_state as 'posted',
      message_id: message_state === 'pending' ? null : String(id),
    })
    .where('id', '=', id)
    .execute();
  return id;
}
const wishOf = (id: number) =>
  context.ctx.db
    .selectFrom('multi_panels')
    .where('id', '=', id)
    .select(['message_state', 'message_wishes'])
    .executeTakeFirstOrThrow();
const working = async () =>
  (await listPanels(callOf(context.ctx), guild_id)).map((one) => !one.force_disabled);

test('panels that work again, and the multi-panels that show them, change together or not at all', async () => {
  const { ctx } = context;
  const [, , third, fourth] = await panels(4);
  await followPremium(ctx, guild_id);
  const multi = await multiPanelOf([third ?? 0, fourth ?? 0]);
  // Given without anything that follows, as by somebody at the database.
  await ctx.db
    .insertInto('entitlements')
    .values({ guild_id, source: 'operator', sku_label: 'Premium' })
    .execute();
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`.execute(
    ctx.db,
  );
  await sql`create trigger fails before update on multi_panels for each row execute function fail()`.execute(
    ctx.db,
  );
  await expect(working()).rejects.toThrow('cut off');
  await sql`drop trigger fails on multi_panels`.execute(ctx.db);
  await sql`drop function fail`.execute(ctx.db);
  expect(await working()).toEqual([true, true, true, true]);
  expect((await wishOf(multi)).message_state).toBe('outdated');
});

test.each(['pending', 'outdated', 'posted'])(
  'a multi-panel that is %s is wanted otherwise when its panels are turned off or on',
  async (state) => {
    const { ctx } = context;
    await grantPremium(ctx, { guild_id }, { tier: 0 });
    const ids = await panels(4);
    const multi = await multiPanelOf(ids, state);
    const before = await wishOf(multi);
    await revokePremium(ctx, { guild_id });
    const after = await wishOf(multi);
    expect(after.message_wishes).toBeGreaterThan(before.message_wishes);
    expect(after.message_state).toBe(state === 'posted' ? 'outdated' : state);
  },
);

test('premium may come and go while panels are removed', async () => {
  const { ctx } = context;
  for (let round = 0; round < 25; round++) {
    ({ guild_id } = await buildGuild(ctx));
    await grantPremium(ctx, { guild_id }, { tier: 0 });
    const ids = await panels(12);
    for (let made = 0; made < 4; made++) await multiPanelOf(ids.toReversed());
    const call = callOf(ctx);
    const done = await Promise.allSettled([
      revokePremium(ctx, { guild_id }),
      ...ids.slice(6, 9).map((id) => removePanel(call, guild_id, id)),
      grantPremium(ctx, { guild_id }, { tier: 0 }),
    ]);
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});
