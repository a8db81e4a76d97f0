import { AppError } from '@tickets/contract/platform/errors';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { buildGuild, buildUser } from '@tickets/testkit/data/factories';
import { type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppEvent } from '../platform/events/events.ts';
import { grantPremium, revokePremium } from '../premium/grants.ts';
import { grantSubscription, revokeSubscription } from '../premium/subscriptions.ts';
import { whitelabelErrors } from './error-texts.ts';
import { listWhitelabelErrors, noteWhitelabelError } from './errors.ts';
import { disableOwnBot, readOwnBot, setStatus } from './own.ts';
import { submitToken } from './submit.ts';
import { endUnpaidBots } from './unpaid.ts';

const clock = createTestClock();
const hour = 3_600_000;
let app: TestApp & SimParts;
let user_id: string;
let spare: SimApplication;
let heard: AppEvent[];

beforeAll(async () => {
  app = await startTestApp({ sim: true, clock, config: { premium: 'entitlements' } });
  app.ctx.events.subscribe((event) => heard.push(event));
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user_id } = await buildUser(app.ctx));
  await grantPremium(app.ctx, { user_id }, { tier: 1 });
  spare = app.sim.world.addApplication({ name: 'Bakery Desk' });
  heard = [];
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const submit = (by = user_id) => submitToken(app.ctx, by, spare.bot_token);
const messages = async () =>
  (await app.ctx.db.selectFrom('whitelabel_errors').where('user_id', '=', user_id).selectAll().execute()).map(
    ({ message }) => message,
  );
/** A server with these bots of ours. */
async function server(...bot_ids: string[]) {
  const { guild_id } = await buildGuild(app.ctx);
  for (const bot_id of bot_ids)
    await app.ctx.db.insertInto('bot_guilds').values({ guild_id, bot_id, is_trusted: true }).execute();
  return guild_id;
}
/** As the process that runs a bot writes it. */
const becomes = (state: 'ready' | 'token_refused', bot_id = spare.bot_user_id) =>
  app.ctx.db.updateTable('whitelabel_bots').set({ state }).where('bot_id', '=', bot_id).execute();
const guildOf = (guild_id: string) =>
  app.ctx.db.selectFrom('guilds').where('guild_id', '=', guild_id).selectAll().executeTakeFirstOrThrow();
const bots = () =>
  app.ctx.db.selectFrom('whitelabel_bots').where('user_id', '=', user_id).selectAll().execute();
const main = () => app.ctx.bots.main.user_id;

describe('a bot that ends', () => {
  test.each([
    ['is disabled', () => disableOwnBot(app.ctx, user_id)],
    [
      'is replaced by another',
      async () => submitToken(app.ctx, user_id, app.sim.world.addApplication({ name: 'Next' }).bot_token),
    ],
    [
      'has lost its premium',
      async () => {
        await revokePremium(app.ctx, { user_id });
        await endUnpaidBots(app.ctx);
      },
    ],
  ])(
    'because it %s leaves servers to the bot that everybody shares, and those without it as left',
    async (_, end) => {
      await submit();
      await becomes('ready');
      const shared = await server(main(), spare.bot_user_id);
      const alone = await server(spare.bot_user_id);
      expect((await guildOf(shared)).served_by).toBe(spare.bot_user_id);
      heard = [];
      await end();
      expect(await guildOf(shared)).toMatchObject({ served_by: null, left_at: null });
      expect(await guildOf(alone)).toMatchObject({ served_by: null, left_at: expect.any(Date) });
      expect(heard).toContainEqual({ type: 'bots.changed' });
      expect(heard).toContainEqual({ type: 'access.changed', guild_id: alone });
      await expect.poll(() => app.ctx.bots.of(shared)).toBe(app.ctx.bots.main);
    },
  );

  test('keeps its error log', async () => {
    await submit();
    await noteWhitelabelError(app.ctx, { bot_id: spare.bot_user_id }, 'It broke. Mend it.');
    await disableOwnBot(app.ctx, user_id);
    expect(await messages()).toEqual(['It broke. Mend it.']);
  });
});

describe('whoever has lost whitelabel premium', () => {
  test('loses the bot an hour later with a sentence that says why, and may submit it again once it is back', async () => {
    await revokePremium(app.ctx, { user_id });
    const ends = new Date(clock.now().getTime() + 1000);
    await grantPremium(app.ctx, { user_id }, { tier: 1, expires_at: ends });
    await submit();
    clock.advance(hour);
    await endUnpaidBots(app.ctx);
    expect(await bots()).toHaveLength(1);
    clock.advance(2000);
    await endUnpaidBots(app.ctx);
    expect(await bots()).toEqual([]);
    expect(await messages()).toEqual([whitelabelErrors.premium_ended('Bakery Desk')]);
    expect(await codeOf(submit())).toBe('whitelabel.premium_required');
    await grantPremium(app.ctx, { user_id }, { tier: 1 });
    expect(await codeOf(submit())).toBe('done');
    expect((await listWhitelabelErrors(app.ctx, user_id))[0]?.message).toMatch(/premium ended/);
  });

  test('keeps it by a subscription of the tier for servers, or by what names them beside a server', async () => {
    await submit();
    await grantSubscription(app.ctx, user_id, { servers: 1, tier: 1, expires_at: null });
    await revokePremium(app.ctx, { user_id });
    await endUnpaidBots(app.ctx);
    expect(await bots()).toHaveLength(1);
    await revokeSubscription(app.ctx, user_id);
    const { guild_id } = await buildGuild(app.ctx);
    const bought = { guild_id, user_id, tier: 1, sku_label: 'Whitelabel' } as const;
    await app.ctx.db
      .insertInto('entitlements')
      .values({ ...bought, source: 'discord' })
      .execute();
    await endUnpaidBots(app.ctx);
    expect(await bots()).toHaveLength(1);
    await app.ctx.db
      .updateTable('entitlements')
      .set({ source: 'voting' })
      .where('user_id', '=', user_id)
      .execute();
    await endUnpaidBots(app.ctx);
    expect(await bots()).toEqual([]);
  });

  test('loses nothing where everybody has premium', async () => {
    await submit();
    await revokePremium(app.ctx, { user_id });
    const everyone = { ...app.ctx, config: { ...app.ctx.config, premium: 'everyone' as const } };
    await endUnpaidBots(everyone);
    expect((await readOwnBot(everyone, user_id)).id).toBe(spare.bot_user_id);
  });
});

describe('submitting', () => {
  test('the same token by two people at once gives the bot to one of them', async () => {
    const other = (await buildUser(app.ctx)).user_id;
    await grantPremium(app.ctx, { user_id: other }, { tier: 1 });
    const codes = await Promise.all([codeOf(submit()), codeOf(submit(other))]);
    expect(codes.sort()).toEqual(['done', 'whitelabel.bot_taken']);
  });

  test('two tokens at once leaves one bot', async () => {
    const next = app.sim.world.addApplication({ name: 'Next' });
    await Promise.all([submit(), submitToken(app.ctx, user_id, next.bot_token)]);
    expect(await bots()).toHaveLength(1);
  });

  test('a token that Discord is silent about says that Discord does not answer, and changes nothing', async () => {
    const silent = {
      ...app.ctx,
      config: { ...app.ctx.config, oauth: { ...app.ctx.config.oauth, url: 'http://127.0.0.1:1' } },
    };
    expect(await codeOf(submitToken(silent, user_id, spare.bot_token))).toBe('discord.unavailable');
    expect(await bots()).toEqual([]);
  });

  test('tells every process that bots changed, as a status does', async () => {
    await submit();
    expect(heard).toEqual([{ type: 'bots.changed' }]);
    await expect.poll(() => app.ctx.bots.byId(spare.bot_user_id)?.application_id).toBe(spare.id);
    await setStatus(app.ctx, user_id, { status: 'the oven', status_type: 3 });
    expect(heard).toHaveLength(2);
  });
});

describe('the error log', () => {
  test('has sentences that fit, whatever the names', () => {
    const id = '9'.repeat(19);
    const all = [
      whitelabelErrors.token_refused(id),
      whitelabelErrors.intents_refused(id),
      whitelabelErrors.token_lost,
      whitelabelErrors.kicked('W'.repeat(100)),
      whitelabelErrors.shut_out(4010),
      whitelabelErrors.too_many_identifies(new Date()),
      whitelabelErrors.address_for_interactions(id),
      whitelabelErrors.premium_ended('W'.repeat(100)),
    ];
    expect(Object.keys(whitelabelErrors)).toHaveLength(all.length);
    expect(all.filter((text) => text.length > 255)).toEqual([]);
  });

  test('says the same once in ten minutes, keeps the last hundred, and nothing of a bot that nobody has', async () => {
    for (let i = 0; i < 3; i++) await noteWhitelabelError(app.ctx, { user_id }, 'Again');
    expect(await messages()).toEqual(['Again']);
    for (let i = 0; i < 110; i++) await noteWhitelabelError(app.ctx, { user_id }, `Problem ${i}`);
    expect(await messages()).toHaveLength(100);
    expect((await messages()).at(-1)).toBe('Problem 109');
    await noteWhitelabelError(app.ctx, { bot_id: '1' }, 'Nobody has it');
    const found = await app.ctx.db
      .selectFrom('whitelabel_errors')
      .where('message', '=', 'Nobody has it')
      .selectAll()
      .execute();
    expect(found).toEqual([]);
  });
});
