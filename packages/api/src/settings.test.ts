import { locales } from '@tickets/contract/platform/locales';
import type { SettingsInput } from '@tickets/contract/settings/settings';
import { grantPremium } from '@tickets/core/premium/grants';
import { settingsOf } from '@tickets/core/settings/read';
import {
  buildChannel,
  buildGuild,
  buildPanel,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let guild: Awaited<ReturnType<typeof buildGuild>>;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ config: { premium: 'entitlements' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  guild = await buildGuild(app.ctx);
  // Without a bot to ask, an unknown channel must not make Discord be asked.
  await app.ctx.db
    .updateTable('guilds')
    .set({ channels_asked_at: new Date(Date.now() + 3_600_000) })
    .where('guild_id', '=', guild.guild_id)
    .execute();
  token = await buildSession(app.ctx, guild.owner_id);
});

async function read() {
  const { body } = await app.call('settings.get', { params: { guild_id: guild.guild_id }, token });
  return body;
}

/** Sends the whole object, as the dashboard does, with these changes. */
async function save(changes: Partial<Record<keyof SettingsInput, unknown>>) {
  const { locales: _, ...current } = await read();
  const body = { ...current, ...changes } as SettingsInput; // Wrong on purpose in many of the tests.
  return app.call('settings.save', { params: { guild_id: guild.guild_id }, token, body });
}

const allSaved = {
  success: true,
  error: null,
  welcome_message: true,
  ticket_limit: true,
  archive_channel: true,
  category: true,
  naming_scheme: true,
  version: expect.any(Number),
};

test('a server that saved nothing has the defaults, an unset category as "0" and other unset ids as null', async () => {
  const settings = await read();
  expect(settings).toMatchObject({
    success: true,
    ticket_limit: 5,
    language: null,
    category: '0',
    archive_channel: null,
    ticket_notification_channel: null,
    overflow_category_id: null,
    naming_scheme: 'id',
    context_menu_permission_level: '0',
    context_menu_panel: null,
    users_can_close: true,
    store_transcripts: true,
    claim_settings: { support_can_view: true, support_can_type: false },
    auto_close: {
      enabled: false,
      on_user_leave: false,
      since_open_with_no_response: 0,
      since_last_message: 0,
    },
    ticket_permissions: { attach_files: true, embed_links: true, add_reactions: true },
    colours: { 0: '#2ecc71', 1: '#fc3f35' },
    welcome_message: 'Thank you for contacting support.\nPlease describe your issue and await a response.',
  });
  expect(settings.locales).toEqual(
    locales.map(({ iso_short_code, local_name }) => ({ iso_short_code, local_name })),
  );
  expect(settings.locales).toContainEqual({ iso_short_code: 'de', local_name: 'Deutsch' });
});

test('every field that is saved is read back', async () => {
  await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 0 });
  const panel = await buildPanel(app.ctx, { guild_id: guild.guild_id });
  const overflow = await buildChannel(app.ctx, { guild_id: guild.guild_id, type: 4 });
  const changes = {
    ticket_limit: 3,
    language: 'de',
    users_can_close: false,
    close_confirmation: false,
    feedback_enabled: true,
    anonymise_dashboard_responses: true,
    use_threads: true,
    ticket_notification_channel: guild.text_id,
    archive_channel: guild.text_id,
    overflow_enabled: true,
    overflow_category_id: overflow,
    store_transcripts: false,
    hide_claim_button: true,
    disable_open_command: true,
    category: guild.category_id,
    naming_scheme: 'username',
    welcome_message: 'Grüße 👋'.repeat(10),
    context_menu_permission_level: '2',
    context_menu_add_sender: false,
    context_menu_panel: panel.panel_id,
    claim_settings: { support_can_view: true, support_can_type: true },
    auto_close: {
      enabled: true,
      on_user_leave: true,
      since_open_with_no_response: 86_400,
      since_last_message: 5_184_000,
    },
    ticket_permissions: { attach_files: false, embed_links: false, add_reactions: false },
    colours: { 0: '#aabbcc', 1: '#000000' },
  } satisfies Record<keyof SettingsInput, unknown>;
  const { body } = await save(changes);
  expect(body).toEqual(allSaved);
  expect(await read()).toMatchObject(changes);
});

test('the ways to say "no channel" are all alike', async () => {
  for (const unset of [null, 'null', '', '0', undefined]) {
    await save({ archive_channel: guild.text_id, category: guild.category_id });
    expect(await read()).toMatchObject({ archive_channel: guild.text_id, category: guild.category_id });
    expect((await save({ archive_channel: unset, category: unset })).body).toEqual(allSaved);
    expect(await read()).toMatchObject({ archive_channel: null, category: '0' });
  }
});

describe('a softly checked field that is not valid keeps its value, is told, and the rest is saved', () => {
  test.each<[keyof typeof allSaved & keyof SettingsInput, unknown[]]>([
    ['ticket_limit', [0, 11, -1, 1.5, 'x', null, undefined, '']],
    ['welcome_message', ['', '   ', 'x'.repeat(1001), null, 5]],
    ['naming_scheme', ['x', null, 1]],
    ['archive_channel', ['123', 'abc', {}]],
    ['category', ['123', -1]],
  ])('%s', async (field, values) => {
    const before = await read();
    for (const [index, value] of values.entries()) {
      const { status, body } = await save({ [field]: value, users_can_close: index % 2 === 0 });
      expect([value, status]).toEqual([value, 200]);
      expect(body).toEqual({ ...allSaved, [field]: false });
      const after = await read();
      expect(after.users_can_close).toBe(index % 2 === 0);
      expect(after[field]).toEqual(before[field]);
    }
  });

  test('a channel of the wrong kind, or of another server', async () => {
    const other = await buildGuild(app.ctx);
    const { body } = await save({ archive_channel: guild.category_id, category: guild.text_id });
    expect(body).toMatchObject({ archive_channel: false, category: false });
    expect((await save({ archive_channel: other.text_id, category: other.category_id })).body).toMatchObject({
      archive_channel: false,
      category: false,
    });
  });
});

test('threads are not turned on while a panel stands where Discord has none', async () => {
  const { guild_id, text_id } = guild;
  const on = { use_threads: true, ticket_notification_channel: text_id };
  const news = await buildChannel(app.ctx, { guild_id, type: 5, name: 'news' });
  const { panel_id } = await buildPanel(app.ctx, { guild_id, channel_id: news });
  const { status, error } = await save(on);
  expect([status, error.code, error.fields?.[0]?.path]).toEqual([
    400,
    'settings.panels_without_threads',
    'use_threads',
  ]);
  expect(error.error).toContain('#news');
  await app.ctx.db
    .updateTable('panels')
    .set({ channel_id: text_id })
    .where('panel_id', '=', panel_id)
    .execute();
  expect((await save(on)).status).toBe(200);
});

test('a server whose threads were on before its panel came to stand elsewhere saves its other settings', async () => {
  const { guild_id, text_id } = guild;
  const on = { use_threads: true, ticket_notification_channel: text_id };
  await save(on);
  const news = await buildChannel(app.ctx, { guild_id, type: 5, name: 'news' });
  await buildPanel(app.ctx, { guild_id, channel_id: news });
  expect((await save({ ...on, users_can_close: false })).status).toBe(200);
});

test.each(['archive_channel', 'ticket_notification_channel'] as const)(
  'a channel of an open ticket is refused as %s: members read there, and it goes with its ticket',
  async (path) => {
    const { guild_id, text_id } = guild;
    const ticket = await buildTicket(app.ctx, { guild_id, channel_id: text_id });
    const { status, error } = await save({ users_can_close: false, use_threads: true, [path]: text_id });
    expect([status, error.fields]).toEqual([
      400,
      expect.arrayContaining([{ path, message: expect.stringContaining('the channel of a ticket') }]),
    ]);
    expect((await read()).archive_channel).toBe(null);
    await app.ctx.db
      .updateTable('tickets')
      .set({ status: 'closed', closed_at: new Date() })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .execute();
    expect((await save({ archive_channel: text_id })).body).toEqual(allSaved);
  },
);

test('a thousand characters are a thousand characters, also when each is an emoji', async () => {
  const message = '👋'.repeat(1000);
  expect((await save({ welcome_message: message })).body?.welcome_message).toBe(true);
  expect((await read()).welcome_message).toBe(message);
});

describe('the whole save is refused, and nothing is saved', () => {
  test.each<[string, Partial<Record<keyof SettingsInput, unknown>>, string, string]>([
    [
      'typing without viewing',
      { claim_settings: { support_can_view: false, support_can_type: true } },
      'Must be able to view channel to type',
      'claim_settings.support_can_type',
    ],
    [
      'threads without a channel for notices',
      { use_threads: true },
      'You must select a ticket notification channel',
      'ticket_notification_channel',
    ],
    [
      'threads with notices in no channel of the server',
      { use_threads: true, ticket_notification_channel: '1' },
      'Ticket notification channel is not a text channel',
      'ticket_notification_channel',
    ],
    ['an unknown language', { language: 'xx' }, 'Invalid language', 'language'],
    ['a colour that is none', { colours: { 0: 'red', 1: '#ffffff' } }, 'Invalid colour', 'colours.0'],
    ['a short colour', { colours: { 0: '#fff', 1: '#ffffff' } }, 'Invalid colour', 'colours.0'],
    [
      'a third colour',
      { colours: { 0: '#ffffff', 1: '#ffffff', 2: '#ffffff' } },
      'Invalid colour',
      'colours.2',
    ],
    [
      'a context menu level that does not exist',
      { context_menu_permission_level: 3 },
      'The context menu permission level must be 0, 1 or 2.',
      'context_menu_permission_level',
    ],
    [
      'an unknown panel',
      { context_menu_panel: 2_000_000 },
      'The context menu panel is not a panel of this server. Choose another.',
      'context_menu_panel',
    ],
    [
      'an unknown overflow category',
      { overflow_enabled: true, overflow_category_id: '1' },
      'Invalid overflow category',
      'overflow_category_id',
    ],
  ])('%s', async (_name, changes, text, path) => {
    const before = await read();
    const { status, error } = await save({ ...changes, users_can_close: false, ticket_limit: 9 });
    expect([status, error.error]).toEqual([400, text]);
    expect(error.fields).toEqual([{ path, message: text }]);
    expect(await read()).toEqual(before);
  });

  test('an overflow category that is a text channel', async () => {
    const { error } = await save({ overflow_enabled: true, overflow_category_id: guild.text_id });
    expect(error.error).toBe('Overflow category is not a category');
  });

  test("another server's panel", async () => {
    const other = await buildGuild(app.ctx);
    const panel = await buildPanel(app.ctx, { guild_id: other.guild_id });
    expect((await save({ context_menu_panel: panel.panel_id })).error.code).toBe(
      'settings.context_menu_panel_invalid',
    );
  });

  test('durations over sixty days, where durations count', async () => {
    await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 0 });
    const auto_close = { enabled: true, since_last_message: 5_184_001, since_open_with_no_response: 0 };
    expect((await save({ auto_close })).error.error).toBe(
      'Autoclose time period cannot be longer than 60 days',
    );
  });

  test('with every reason at once', async () => {
    const { status, error } = await save({
      use_threads: true,
      language: 'xx',
      context_menu_permission_level: 7,
    });
    expect([status, error.code]).toEqual([400, 'request.invalid']);
    expect(error.fields?.map(({ path }) => path).sort()).toEqual([
      'context_menu_permission_level',
      'language',
      'ticket_notification_channel',
    ]);
  });
});

describe('without premium', () => {
  const auto_close = {
    enabled: true,
    on_user_leave: true,
    since_open_with_no_response: 60,
    since_last_message: 3600,
  };

  test('durations are not stored, closing on leave is', async () => {
    await save({ auto_close });
    expect((await read()).auto_close).toEqual({
      enabled: true,
      on_user_leave: true,
      since_open_with_no_response: 0,
      since_last_message: 0,
    });
  });

  test('colours keep what was there', async () => {
    expect((await save({ colours: { 0: '#111111', 1: '#222222' } })).body).toEqual(allSaved);
    expect((await read()).colours).toEqual({ 0: '#2ecc71', 1: '#fc3f35' });
  });

  test('premium that ended less than an hour ago still counts, and more does not', async () => {
    const ended = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 0, expires_at: ended(61) });
    await save({ auto_close });
    expect((await read()).auto_close.since_last_message).toBe(0);
    await grantPremium(app.ctx, { user_id: guild.owner_id }, { tier: 0, expires_at: ended(59) });
    await save({ auto_close });
    expect((await read()).auto_close.since_last_message).toBe(3600);
  });
});

test('with premium, negative durations are off, switching off keeps them, and colours are kept in lower case', async () => {
  await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 1 });
  await save({ auto_close: { enabled: true, since_last_message: -5, since_open_with_no_response: null } });
  expect((await read()).auto_close).toMatchObject({ since_last_message: 0, since_open_with_no_response: 0 });
  await save({ auto_close: { enabled: true, since_last_message: 60 }, colours: { 0: '#ABCDEF' } });
  expect(await read()).toMatchObject({
    auto_close: { since_last_message: 60 },
    colours: { 0: '#abcdef', 1: '#fc3f35' },
  });
  await save({ auto_close: { enabled: false, since_last_message: 60, on_user_leave: true } });
  expect((await read()).auto_close).toEqual({
    enabled: false,
    on_user_leave: true,
    since_open_with_no_response: 0,
    since_last_message: 60,
  });
});

test('what was set while there was premium is still there when it comes back', async () => {
  await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 1 });
  await save({ auto_close: { enabled: true, since_last_message: 7200 } });
  await app.ctx.db.deleteFrom('entitlements').execute();
  await save({ auto_close: { enabled: true, since_last_message: 60 } });
  expect((await read()).auto_close.since_last_message).toBe(7200);
});

test('a switch that is not sent keeps its value', async () => {
  await save({
    users_can_close: false,
    claim_settings: { support_can_view: false, support_can_type: false },
  });
  await app.call('settings.save', {
    params: { guild_id: guild.guild_id },
    token,
    body: { overflow_category_id: null, ticket_notification_channel: null, context_menu_panel: null },
  });
  expect(await read()).toMatchObject({
    users_can_close: false,
    close_confirmation: true,
    claim_settings: { support_can_view: false, support_can_type: false },
  });
});

test('threads off forgets the channel for notices', async () => {
  await save({ use_threads: true, ticket_notification_channel: guild.text_id });
  expect(await read()).toMatchObject({ use_threads: true, ticket_notification_channel: guild.text_id });
  await save({ use_threads: false, ticket_notification_channel: guild.text_id });
  expect(await read()).toMatchObject({ use_threads: false, ticket_notification_channel: null });
});

test('the default welcome message follows the language until somebody writes another', async () => {
  await save({ language: 'de' });
  const german = (await read()).welcome_message;
  expect(german).toMatch(/^Danke/);
  expect((await settingsOf(app.ctx.db, guild.guild_id)).welcome_message).toBe(german);
  await save({ language: 'en' });
  expect((await read()).welcome_message).toMatch(/^Thank you/);
});

test('two saves at once leave one of them whole', async () => {
  await grantPremium(app.ctx, { guild_id: guild.guild_id }, { tier: 0 });
  for (let round = 0; round < 5; round++) {
    const sides = [
      {
        ticket_limit: 1,
        welcome_message: 'one',
        users_can_close: true,
        colours: { 0: '#111111', 1: '#111111' },
      },
      {
        ticket_limit: 2,
        welcome_message: 'two',
        users_can_close: false,
        colours: { 0: '#222222', 1: '#222222' },
      },
    ];
    await Promise.all(sides.map((side) => save(side)));
    const { ticket_limit, welcome_message, users_can_close, colours } = await read();
    expect(sides).toContainEqual({ ticket_limit, welcome_message, users_can_close, colours });
  }
});
