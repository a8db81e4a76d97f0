import { accessIn } from '@tickets/testkit/data/access';
import { buildChannel, buildGuild, buildMember, randomId } from '@tickets/testkit/data/factories';
import { buildWebhook } from '@tickets/testkit/data/outgoing-webhooks';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { unsettled } from '@tickets/testkit/worlds/effects';
import { Locale } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callBy } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { tokenContext } from '../bots/open-bots.ts';
import { type UsersBotState, writeState } from '../bots/users-bots.ts';
import { asBot } from '../platform/discord/bots.ts';
import { forgetGuild, forgetGuildsExcept, syncGuild } from '../servers/guilds.ts';

let on: TestContext;
let guild_id: string;
let helper: string;
let own: string;
const main = () => on.ctx.bots.main.user_id;
/** A server with the program's own bot, somebody of whom is known that they are in it, and somebody's bot that is connected. */
beforeEach(async () => {
  on = await createTestContext();
  ({ guild_id } = await buildGuild(on.ctx));
  helper = await buildMember(on.ctx, { guild_id });
  own = randomId();
  const [application_id, user_id, name] = [randomId(), randomId(), 'Crumbs'];
  const token = on.ctx.sealer.seal('a.b.c', tokenContext(own));
  await on.ctx.db
    .insertInto('whitelabel_bots')
    .values({ bot_id: own, application_id, user_id, name, username: name, token, state: 'ready' })
    .execute();
  await comes(main(), true);
});
afterEach(() => on.close());

const comes = (bot_id: string, is_trusted: boolean) =>
  on.ctx.db.insertInto('bot_guilds').values({ guild_id, bot_id, is_trusted }).execute();
const goes = (bot_id: string) => on.ctx.db.deleteFrom('bot_guilds').where('bot_id', '=', bot_id).execute();
const trust = (is_trusted: boolean) =>
  on.ctx.db.updateTable('bot_guilds').set({ is_trusted }).where('bot_id', '=', own).execute();
const becomes = (...states: UsersBotState[]) =>
  states.reduce<Promise<unknown>>(async (before, state) => {
    await before;
    const { token_version } = await on.ctx.db
      .selectFrom('whitelabel_bots')
      .select('token_version')
      .executeTakeFirstOrThrow();
    await writeState(on.ctx, { bot_id: own, token_version }, state);
  }, Promise.resolve());
/** As its user does. */
const newToken = () =>
  on.ctx.db
    .updateTable('whitelabel_bots')
    .set((eb) => ({ state: 'connecting', token_version: eb('token_version', '+', 1) }))
    .execute();
const knows = async () =>
  (await on.ctx.db.selectFrom('guild_members').where('user_id', '=', helper).select('present').execute())
    .length > 0;
const server = async () => {
  const row = await on.ctx.db.selectFrom('guilds').selectAll().executeTakeFirstOrThrow();
  return { served_by: row.served_by, is_left: row.left_at !== null, knows: await knows() };
};
const left = { served_by: null, is_left: true, knows: false };
const payload = () => ({
  ...{ id: guild_id, name: 'Bakery', icon: null, owner_id: randomId(), preferred_locale: Locale.EnglishUS },
  ...{ channels: [], roles: [], emojis: [], joined_at: new Date().toISOString() },
});

describe('a server that no bot of ours hears is left, and nobody is known there any more', () => {
  const alone = async () => {
    await comes(own, true);
    await goes(main());
    await buildMember(on.ctx, { guild_id, user_id: helper });
    expect(await server()).toEqual({ served_by: own, is_left: false, knows: true });
  };
  test.each([
    ["its last bot's token is refused", alone, () => becomes('token_refused')],
    ['its last bot is refused its intents', alone, () => becomes('intents_refused')],
    ["its last bot's token is lost", alone, () => becomes('token_lost')],
    ['its last bot has another token, and is not connected yet', alone, newToken],
    ['its last bot is trusted no more', alone, () => trust(false)],
    ['its last bot is given up', alone, () => on.ctx.db.deleteFrom('whitelabel_bots').execute()],
    ['only a bot stays that is not trusted', () => comes(own, false), () => goes(main())],
    [
      'only a bot stays that is refused',
      () => comes(own, true).then(() => becomes('token_refused')),
      () => goes(main()),
    ],
  ])('because %s', async (_, before, end) => {
    await before();
    await end();
    expect(await server()).toEqual(left);
    expect(await loadAccess(on.ctx, guild_id, helper)).toBeUndefined();
  });

  test.each([
    ['a bot that is not trusted tells of it', () => syncGuild(asOwn(), payload())],
    ['its refused bot tries again', () => becomes('connecting')],
    ['the refused bot is given another token', newToken],
  ])('also while %s', async (_, happens) => {
    await comes(own, false);
    await becomes('token_refused');
    await goes(main());
    await happens();
    expect((await server()).is_left).toBe(true);
  });

  test('and what its webhooks are to be told waits for one that is there, and ends once there is none', async () => {
    await alone();
    const owner = await accessIn(
      { ctx: on.ctx, guild_id },
      await buildMember(on.ctx, { guild_id, level: 2 }),
    );
    const call = callBy(on.ctx, owner, 'dashboard');
    const { webhook_id } = await buildWebhook(call, { guild_id, url: 'https://desk.example/tickets' });
    const waiting = { guild_id, webhook_id, event: 'ticket.opened', data: '{}' };
    await on.ctx.db.insertInto('outgoing_deliveries').values(waiting).execute();
    const due = () => on.ctx.db.selectFrom('outgoing_deliveries').select('state').execute();
    await newToken();
    expect([(await server()).is_left, await due()]).toEqual([true, [{ state: 'waiting' }]]);
    await goes(own);
    expect(await due()).toEqual([]);
  });

  test('until a bot hears it again', async () => {
    await alone();
    await becomes('token_refused');
    await newToken();
    await becomes('ready');
    expect(await server()).toEqual({ served_by: own, is_left: false, knows: false });
    expect(await unsettled(on.ctx)).toContain('own_bots');
    await trust(false);
    await syncGuild(on.ctx, payload());
    expect(await server()).toEqual({ served_by: null, is_left: false, knows: false });
  });

  test("because the program's bot, which was another account before, is not there any more", async () => {
    await goes(main());
    await comes(randomId(), true);
    await forgetGuildsExcept(on.ctx, [], { shard_id: 0, shard_count: 1 });
    expect(await server()).toEqual(left);
  });
});

const asOwn = () => asBot(on.ctx, { ...on.ctx.discord, user_id: own });

test('what a bot tells late of a server that another one serves is nothing new', async () => {
  await comes(own, false);
  const owner_id = randomId();
  await syncGuild(on.ctx, { ...payload(), owner_id });
  await syncGuild(asOwn(), payload());
  const { owner_id: now } = await on.ctx.db.selectFrom('guilds').select('owner_id').executeTakeFirstOrThrow();
  expect(now).toBe(owner_id);
});

test('what the setup named is noted also for a bot that has ended, for it may not have been let out yet', async () => {
  await comes(own, true);
  const archive_channel = await buildChannel(on.ctx, { guild_id });
  await on.ctx.db.insertInto('guild_settings').values({ guild_id, archive_channel }).execute();
  await on.ctx.db.deleteFrom('whitelabel_bots').execute();
  await on.ctx.db.updateTable('guild_settings').set({ archive_channel: null }).execute();
  expect(await on.ctx.db.selectFrom('bot_channels').selectAll().execute()).toEqual([
    { guild_id, bot_id: own, channel_id: archive_channel },
  ]);
});

describe('whoever is a member is asked again', () => {
  test.each([
    ['begins to serve', () => comes(own, true)],
    ['is trusted', () => comes(own, false).then(() => trust(true))],
  ])("when a user's own bot %s", async (_, begins) => {
    await begins();
    expect(await server()).toEqual({ served_by: own, is_left: false, knows: false });
  });

  test.each([
    ['leaves', () => forgetGuild(asOwn(), guild_id)],
    ['is refused', () => becomes('token_refused')],
    ['is trusted no more', () => trust(false)],
    ['is given another token', newToken],
    ['is given up', () => on.ctx.db.deleteFrom('whitelabel_bots').execute()],
  ])("when it %s, and the program's goes on", async (_, ends) => {
    await comes(own, true);
    await buildMember(on.ctx, { guild_id, user_id: helper });
    await ends();
    expect(await server()).toEqual({ served_by: null, is_left: false, knows: false });
  });

  test('and not after an ordinary restart, which changes nothing', async () => {
    await comes(own, true);
    await buildMember(on.ctx, { guild_id, user_id: helper });
    await on.ctx.db.deleteFrom('effects').execute();
    await becomes('reconnecting', 'connecting', 'ready');
    expect(await server()).toEqual({ served_by: own, is_left: false, knows: true });
    expect(await unsettled(on.ctx)).toEqual([]);
  });
});
