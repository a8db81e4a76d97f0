import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { type UsersBotState, writeState } from '@tickets/core/bots/users-bots';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { grantPremium, revokePremium } from '@tickets/core/premium/grants';
import { noteWhitelabelError } from '@tickets/core/whitelabel/errors';
import { newBotToken } from '@tickets/discord-sim/world/build';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { buildGuild, buildPanel, buildSession, buildUser, randomId } from '@tickets/testkit/data/factories';
import { loseKeys } from '@tickets/testkit/data/lost-keys';
import { type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { ApplicationFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const clock = createTestClock();
const lines: string[] = [];
let app: TestApp & SimParts;
let user_id: string;
let token: string;
/** An application that nobody runs so far. */
let spare: SimApplication;

beforeAll(async () => {
  app = await startTestApp({
    sim: true,
    clock,
    config: { premium: 'entitlements' },
    api: { limits_scale: 1 },
  });
  Object.assign(app.ctx, {
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // Calls of one address on one route are limited, too.
  clock.advance(120_000);
  ({ user_id } = await buildUser(app.ctx));
  token = await buildSession(app.ctx, user_id);
  await grantPremium(app.ctx, { user_id }, { tier: 1 });
  spare = app.sim.world.addApplication({ name: 'Bakery Desk' });
});

const submit = (bot_token: string, session = token) =>
  app.call('whitelabel.submit', { token: session, body: { token: bot_token } });
/** As the process that runs it writes it. */
const becomes = async (state: UsersBotState) => {
  const [bot] = await rowsOf();
  if (bot) await writeState(app.ctx, bot, state);
};
const connected = () => becomes('ready');
const own = (session = token) => app.call('whitelabel.get', { token: session });
const refusal = async (called: Promise<{ status: number; error: { error: string } }>) => {
  const { status, error } = await called;
  return [status, error.error];
};
const rowsOf = () =>
  app.ctx.db.selectFrom('whitelabel_bots').selectAll().where('user_id', '=', user_id).execute();

const group = Object.keys(routePaths).filter((name) => name.startsWith('whitelabel.')) as RouteName[];

describe('without whitelabel premium', () => {
  test.each(group)('%s answers 402, whatever is sent', async (name) => {
    await revokePremium(app.ctx, { user_id });
    const body = routePaths[name][0] === 'POST' ? { body: { nonsense: true } } : {};
    const { status, error } = await app.call(name, { token, ...body } as never); // what is sent does not matter
    expect([status, error.error]).toEqual([402, 'You must have the whitelabel premium tier']);
  });

  test('premium of the lower tier is not enough, and one that ran out counts for an hour', async () => {
    await revokePremium(app.ctx, { user_id });
    await grantPremium(app.ctx, { user_id }, { tier: 0 });
    expect((await own()).status).toBe(402);
    const expires_at = new Date(clock.now().getTime() + 1000);
    await grantPremium(app.ctx, { user_id }, { tier: 1, expires_at });
    clock.advance(3_500_000);
    expect((await own()).status).toBe(404);
    clock.advance(200_000);
    expect((await own()).status).toBe(402);
  });
});

describe('a token', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'abc'],
    ['two parts', 'MTIzNDU2Nzg5MDEyMzQ1Njc4.abc'],
    ['a first part that is no id', 'aGVsbG8td29ybGQ.abc.def'],
    ['what Discord does not know', 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ab'],
  ])('that is %s is refused, and no bot is kept', async (_, bot_token) => {
    expect(await refusal(submit(bot_token))).toEqual([400, 'Invalid token']);
    expect(await rowsOf()).toEqual([]);
  });

  test('starts the bot, which the answer names, and is in no answer and no line of the log', async () => {
    expect(await refusal(own())).toEqual([404, 'No bot found']);
    const started = await submit(` Bot ${spare.bot_token}\n`);
    expect(started.status).toBe(200);
    expect(started.body).toEqual({
      success: true,
      bot: { id: spare.id, name: 'Bakery Desk' },
      username: 'Bakery Desk',
    });
    const bot = await own();
    expect(bot.body).toMatchObject({
      id: spare.bot_user_id,
      username: 'Bakery Desk',
      name: 'Bakery Desk',
      status: '',
      status_type: 0,
      state: 'connecting',
    });
    const invite = new URL(bot.body.invite_url);
    expect(Object.fromEntries(invite.searchParams)).toEqual({
      client_id: spare.id,
      scope: 'bot applications.commands',
      permissions: String(requiredPermissions),
    });
    const answers = await Promise.all(
      (['whitelabel.get', 'whitelabel.errors', 'whitelabel.guilds', 'own_data.get'] as const).map((name) =>
        app.call(name, { token }),
      ),
    );
    const [row] = await rowsOf();
    expect(row?.token.includes(spare.bot_token)).toBe(false);
    const entries = await app.ctx.db.selectFrom('audit_entries').selectAll().execute();
    for (const said of [started.body, bot.body, answers.map(({ body }) => body), lines, entries])
      expect(JSON.stringify(said)).not.toContain(spare.bot_token.split('.')[2]);
  });

  test('that is refused is in no answer and no line of the log', async () => {
    app.sim.world.refusedTokens.add(spare.bot_token);
    const answer = await submit(spare.bot_token);
    expect(answer.status).toBe(400);
    for (const said of [answer.error, lines])
      expect(JSON.stringify(said)).not.toContain(spare.bot_token.split('.')[2]);
  });

  test('of the bot that everybody shares, or that somebody else runs here, is refused and says so', async () => {
    expect(await refusal(submit(app.application.bot_token))).toEqual([
      400,
      expect.stringMatching(/everybody here shares/),
    ]);
    await submit(spare.bot_token);
    const other = (await buildUser(app.ctx)).user_id;
    await grantPremium(app.ctx, { user_id: other }, { tier: 1 });
    const session = await buildSession(app.ctx, other);
    expect(await refusal(submit(spare.bot_token, session))).toEqual([
      409,
      expect.stringMatching(/^Somebody else runs this bot here/),
    ]);
    expect((await own(session)).status).toBe(404);
    expect((await own()).body.id).toBe(spare.bot_user_id);
  });

  test('has the intents of its application switched on, and interactions come by the gateway again', async () => {
    const { world } = app.sim;
    world.applications.put({
      ...spare,
      flags: 0 as never,
      interactions_endpoint_url: 'https://elsewhere.example/discord',
    });
    expect((await submit(spare.bot_token)).status).toBe(200);
    const { GatewayGuildMembersLimited: members, GatewayMessageContentLimited: words } = ApplicationFlags;
    expect(world.applications.get(spare.id)).toMatchObject({
      flags: members | words,
      interactions_endpoint_url: null,
    });
    expect((await app.call('whitelabel.errors', { token })).body.errors).toEqual([]);
  });

  test('that is new for the same bot is kept in its place; a status stays', async () => {
    await submit(spare.bot_token);
    await app.call('whitelabel.set_status', { token, body: { status: 'the oven', status_type: 3 } });
    const [before] = await rowsOf();
    expect((await submit(spare.bot_token)).status).toBe(200);
    const [after] = await rowsOf();
    expect(after).toMatchObject({ bot_id: before?.bot_id, status: 'the oven', state: 'connecting' });
    expect(after?.token_version).toBe((before?.token_version ?? 0) + 1);
    await expect.poll(() => app.ctx.bots.byId(spare.bot_user_id)?.token).toBe(spare.bot_token);
  });

  test('of another bot replaces the one before', async () => {
    await submit(spare.bot_token);
    const next = app.sim.world.addApplication({ name: 'Bakery Help' });
    expect((await submit(next.bot_token)).body.bot.name).toBe('Bakery Help');
    expect((await rowsOf()).map(({ bot_id }) => bot_id)).toEqual([next.bot_user_id]);
  });

  test('is asked about five times in a minute', async () => {
    for (let i = 0; i < 5; i++) expect((await submit('abc')).status).toBe(400);
    const { status, headers } = await submit('abc');
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('a status', () => {
  const set = (status: string, status_type: number | string) =>
    app.call('whitelabel.set_status', { token, body: { status, status_type } });
  const clear = () => app.call('whitelabel.clear_status', { token });
  const later = () => clock.advance(6_000);

  test('of each kind is kept; clearing it returns to the default', async () => {
    await submit(spare.bot_token);
    for (const type of ['0', 2, '3', 4, '5'] as const) {
      expect((await set(`  kind ${type} `, type)).body).toEqual({ success: true });
      expect((await own()).body).toMatchObject({ status: `kind ${type}`, status_type: Number(type) });
      later();
    }
    const cleared = await clear();
    expect([cleared.status, cleared.body]).toEqual([200, { success: true }]);
    expect((await own()).body).toMatchObject({ status: '', status_type: 0 });
  });

  test.each([
    [1, 'tickets'],
    [9, 'tickets'],
    ['', 'tickets'],
    ['2.5', 'tickets'],
  ])('of the kind %s is refused', async (type, text) => {
    await submit(spare.bot_token);
    const { status, error } = await set(text, type);
    expect([status, error.error]).toEqual([400, 'Invalid status type']);
  });

  test.each(['', '   ', 'x'.repeat(256)])('that is empty or too long is refused (%#)', async (text) => {
    await submit(spare.bot_token);
    const { status, error } = await set(text, 3);
    expect([status, error.error, error.fields?.[0]?.path]).toEqual([
      400,
      'Status must be between 1-255 characters in length',
      'status',
    ]);
  });

  test('of no bot is not found', async () => {
    expect(await refusal(set('tickets', 3))).toEqual([404, 'No bot found']);
    later();
    expect(await refusal(clear())).toEqual([404, 'No bot found']);
  });

  test('is set or cleared once in five seconds, together', async () => {
    await submit(spare.bot_token);
    expect((await set('tickets', 3)).status).toBe(200);
    for (const again of [await set('tickets', 3), await clear()]) {
      expect(again.status).toBe(429);
      expect(again.headers.get('retry-after')).toBe('5');
      expect(again.error.error).toBe("You're doing that too fast: please wait a few seconds and try again");
    }
    later();
    expect((await clear()).status).toBe(200);
  });
});

describe('the commands', () => {
  const create = () => app.call('whitelabel.create_commands', { token, body: undefined } as never); // the body is empty
  const names = () =>
    app.sim.world.commands
      .all()
      .filter(({ application_id }) => application_id === spare.id)
      .map(({ name }) => name);

  test('are registered at once, without those that speak of the product; again after a minute', async () => {
    expect(await refusal(create())).toEqual([404, 'No bot found']);
    await submit(spare.bot_token);
    const made = await create();
    expect([made.status, made.body]).toEqual([200, { success: true }]);
    expect(names()).toEqual(expect.arrayContaining(['open', 'close', 'help', 'tag']));
    expect(names()).not.toEqual(expect.arrayContaining(['about']));
    expect(names()).not.toEqual(expect.arrayContaining(['invite']));
    clock.advance(30_000);
    const again = await create();
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30']);
    expect(again.error.error).toContain('30 seconds');
    clock.advance(30_000);
    expect((await create()).status).toBe(200);
  });

  test('may be asked for again at once where Discord did not take them, and the reason is told', async () => {
    await submit(spare.bot_token);
    app.sim.world.refusedTokens.add(spare.bot_token);
    expect(await refusal(create())).toEqual([400, expect.stringMatching(/Reset it in the developer portal/)]);
    app.sim.world.refusedTokens.delete(spare.bot_token);
    expect((await create()).status).toBe(200);
  });

  test('of a bot whose key is lost are created once its token was entered again', async () => {
    await submit(spare.bot_token);
    await loseKeys(app.ctx.db);
    expect(await refusal(create())).toEqual([400, expect.stringContaining('Enter its token again')]);
    expect((await submit(spare.bot_token)).status).toBe(200);
    expect((await create()).status).toBe(200);
  });
});

describe('what somebody reads of their bot', () => {
  test('its last ten errors, the newest first', async () => {
    for (let i = 1; i <= 12; i++) await noteWhitelabelError(app.ctx, { user_id }, `Problem ${i}`);
    const { errors } = (await app.call('whitelabel.errors', { token })).body;
    expect(errors?.map(({ message }) => message)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Problem ${n}`),
    );
    expect(Date.parse(errors?.[0]?.time ?? '')).toBeGreaterThan(0);
  });

  test('its servers by name, and where it answers', async () => {
    expect(await refusal(app.call('whitelabel.guilds', { token }))).toEqual([
      400,
      'Whitelabel bot not found',
    ]);
    await submit(spare.bot_token);
    await connected();
    const both = (await buildGuild(app.ctx, { name: 'Bakery' })).guild_id;
    const alone = (await buildGuild(app.ctx, { name: 'Mill' })).guild_id;
    await app.ctx.db
      .insertInto('bot_guilds')
      .values([
        { guild_id: both, bot_id: app.ctx.bots.main.user_id, is_trusted: true },
        { guild_id: both, bot_id: spare.bot_user_id, is_trusted: true },
        { guild_id: alone, bot_id: spare.bot_user_id, is_trusted: true },
      ])
      .execute();
    const { guilds, servers } = (await app.call('whitelabel.guilds', { token })).body;
    expect(guilds).toEqual({ [both]: 'Bakery', [alone]: 'Mill' });
    expect(servers.map(({ name, serves, has_main_bot }) => ({ name, serves, has_main_bot }))).toEqual([
      { name: 'Bakery', serves: true, has_main_bot: true },
      { name: 'Mill', serves: true, has_main_bot: false },
    ]);
  });

  test('who answers in each of its servers, and how many panels other bots have posted there', async () => {
    await submit(spare.bot_token);
    await connected();
    const bot_id = spare.bot_user_id;
    const shared = app.ctx.bots.main.user_id;
    const { guild_id } = await buildGuild(app.ctx, { name: 'Bakery' });
    await app.ctx.db
      .insertInto('bot_guilds')
      .values([
        { guild_id, bot_id: shared, is_trusted: true },
        { guild_id, bot_id, is_trusted: true },
      ])
      .execute();
    for (const message_bot_id of [null, bot_id]) await buildPanel(app.ctx, { guild_id, message_bot_id });
    const read = async () => (await app.call('whitelabel.guilds', { token })).body.servers[0];
    expect(await read()).toMatchObject({ answered_by: 'this', panels_of_others: 1 });
    await setServedBy(null);
    expect(await read()).toMatchObject({ answered_by: 'shared', serves: false });
    await setServedBy(randomId());
    expect(await read()).toMatchObject({ answered_by: 'other', serves: false });
    await app.ctx.db
      .deleteFrom('bot_guilds')
      .where('guild_id', '=', guild_id)
      .where('bot_id', '=', shared)
      .execute();
    await setServedBy(null);
    expect(await read()).toMatchObject({ answered_by: 'none', serves: false });

    async function setServedBy(served_by: string | null) {
      await app.ctx.db.updateTable('guilds').set({ served_by }).where('guild_id', '=', guild_id).execute();
    }
  });
});

test('a refused bot is shown to its user, and given another token, also where it was the only one of its server', async () => {
  await submit(spare.bot_token);
  await connected();
  const { guild_id } = await buildGuild(app.ctx, { name: 'Mill' });
  await app.ctx.db
    .insertInto('bot_guilds')
    .values({ guild_id, bot_id: spare.bot_user_id, is_trusted: true })
    .execute();
  await becomes('token_refused');
  const { state, servers } = (await own()).body;
  expect(state).toBe('token_refused');
  expect(servers).toMatchObject([{ id: guild_id, is_trusted: true, answered_by: 'none' }]);
  const bot_token = newBotToken(spare.bot_user_id);
  app.sim.world.applications.put({ ...spare, bot_token });
  expect((await submit(bot_token)).status).toBe(200);
  expect((await own()).body.servers).toMatchObject([{ id: guild_id, answered_by: 'none' }]);
  await connected();
  expect((await own()).body.servers).toMatchObject([{ id: guild_id, answered_by: 'this' }]);
});

test('disabling answers 204, also where there is nothing to disable', async () => {
  await submit(spare.bot_token);
  for (let i = 0; i < 2; i++) expect((await app.call('whitelabel.disable', { token })).status).toBe(204);
  expect(await rowsOf()).toEqual([]);
  expect((await own()).status).toBe(404);
});
