import type { MultiPanel } from '@tickets/contract/panels/multi-panels';
import { grantPremium, revokePremium } from '@tickets/core/premium/grants';
import { deleteMessage } from '@tickets/discord-sim/world/messages';
import { buildGuild, buildPanel, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not follow yet|Discord refused what it should follow|a message is not settled yet)/,
);

let world: PanelWorld;
let app: PanelWorld['app'];
let desk: PanelDesk;
let guild_id: string;
let owner: string;
let lobby: string;
let news: string;
let first: number;
let second: number;

beforeAll(async () => {
  world = await startPanelWorld();
  ({ app } = world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  desk = await world.addDesk();
  ({ guild_id, token: owner, lobby, news } = desk);
  [first, second] = [await panel({ title: 'One' }), await panel({ title: 'Two' })];
});
afterEach(() => app.sim.faults.clear());

async function panel(overrides: Omit<Parameters<typeof buildPanel>[1], 'guild_id'> = {}): Promise<number> {
  return (await buildPanel(app.ctx, { guild_id, ...overrides })).panel_id;
}
const panels = (count: number) => Promise.all(Array.from({ length: count }, () => panel()));
const rowOf = (panel_id: number) =>
  app.ctx.db.selectFrom('panels').selectAll().where('panel_id', '=', panel_id).executeTakeFirstOrThrow();

/** Sends a body as it is, which is wrong on purpose in many of the tests. */
const create = (body: object) =>
  app.call('multi_panels.create', {
    params: { guild_id },
    token: owner,
    body: { channel_id: lobby, panels: [first, second], ...body } as never,
  });
const update = ({ id }: { id: number }, body: object) =>
  app.call('multi_panels.update', {
    params: { guild_id, multi_panel_id: id },
    token: owner,
    body: body as never,
  });
const on = ({ id }: { id: number }) => ({ params: { guild_id, multi_panel_id: id }, token: owner });

async function created(body: object = {}): Promise<MultiPanel> {
  const { status, body: answer, error } = await create(body);
  if (status !== 200) throw new Error(error.error);
  return answer.data;
}
async function list(): Promise<MultiPanel[]> {
  const { body } = await app.call('multi_panels.list', { params: { guild_id }, token: owner });
  return body.data;
}
function messageOf({ message_id }: Pick<MultiPanel, 'message_id'>) {
  const message = app.sim.world.messages.get(message_id ?? '');
  if (!message) throw new Error('there is no such message');
  return message;
}
const messagesIn = (channel_id: string) => desk.messagesIn(channel_id);
/** Where the bot may read and not write. */
const addQuiet = () =>
  desk.addChannel({
    permission_overwrites: [{ id: guild_id, type: 0, allow: '0', deny: String(P.SendMessages) }],
  });
const componentsOf = (multi_panel: Pick<MultiPanel, 'message_id'>) =>
  messageOf(multi_panel).components.map((row) => ('components' in row ? row.components : []));

describe('the message', () => {
  test('has a button for each panel in their order, five a row, as the panels look', async () => {
    const { emoji } = desk;
    const ids = [
      await panel({ button_label: 'Plain', button_style: 2 }),
      await panel({ button_label: 'Off', disabled: true, emoji_name: '📩' }),
      await panel({ button_label: '', button_style: 4, emoji_name: emoji.name, emoji_id: emoji.id }),
      await panel({ button_label: 'Too many', force_disabled: true }),
      ...(await panels(3)),
    ].toReversed();
    const multi_panel = await created({ panels: ids });
    expect(multi_panel.panels).toEqual(ids);
    const rows = componentsOf(multi_panel);
    expect(rows.map((row) => row.length)).toEqual([5, 2]);
    const shown = rows.flat().map(({ id: _, ...button }) => button);
    const custom_ids = await Promise.all(ids.map(async (id) => (await rowOf(id)).custom_id));
    expect(shown.map((button) => 'custom_id' in button && button.custom_id)).toEqual(custom_ids);
    expect(shown.filter((button) => 'disabled' in button && button.disabled)).toHaveLength(2);
    expect(shown.slice(3)).toMatchObject([
      { style: 1, label: 'Too many', disabled: true },
      { style: 4, emoji },
      { style: 1, label: 'Off', disabled: true, emoji: { name: '📩' } },
      { style: 2, label: 'Plain' },
    ]);
  });

  test('has one menu in its place, with an option for each panel', async () => {
    const ids = [
      await panel({ button_label: 'Help', emoji_name: '📩' }),
      await panel({ button_label: 'Off', disabled: true }),
    ];
    const multi_panel = await created({ panels: ids, select_menu: true });
    const [[menu, ...others] = [], ...rows] = componentsOf(multi_panel);
    expect([others, rows]).toEqual([[], []]);
    const [help, off] = await Promise.all(ids.map(rowOf));
    expect(menu).toMatchObject({
      type: 3,
      custom_id: 'v1:multipanel',
      placeholder: 'Select a topic...',
      min_values: 1,
      max_values: 1,
      options: [
        { label: 'Help', value: help?.custom_id, emoji: { name: '📩' } },
        {
          label: 'Off',
          value: off?.custom_id,
          description: 'Turned off by the administrators of this server',
        },
      ],
    });
    const { body } = await update(multi_panel, { select_menu_placeholder: ' What is it about? ' });
    expect(body.data.select_menu_placeholder).toBe('What is it about?');
    expect(componentsOf(body.data)[0]).toMatchObject([{ placeholder: 'What is it about?' }]);
    await update(multi_panel, { select_menu_placeholder: '' });
    expect(componentsOf(multi_panel)[0]).toMatchObject([{ placeholder: 'Select a topic...' }]);
    await update(multi_panel, { select_menu: false });
    expect(componentsOf(multi_panel)[0]).toMatchObject([{ type: 2 }, { type: 2 }]);
  });

  test('shows every part of its embed', async () => {
    await grantPremium(app.ctx, { guild_id }, { tier: 0 });
    const embed = {
      title: 'Pick one',
      url: 'https://a.example/t',
      description: '%user%',
      colour: 0xff0000,
      author: { name: 'Ann', icon_url: 'https://a.example/a.png', url: 'https://a.example/ann' },
      image_url: 'https://a.example/i.png',
      thumbnail_url: 'https://a.example/s.png',
      footer: { text: 'Foot', icon_url: 'https://a.example/f.png' },
      timestamp: '2026-03-01T09:30',
      fields: [{ name: 'One', value: '1', inline: true }],
    };
    const multi_panel = await created({ embed });
    expect(multi_panel.embed).toEqual(embed);
    expect(messageOf(multi_panel).embeds).toMatchObject([
      {
        title: 'Pick one',
        url: embed.url,
        description: '%user%',
        color: 0xff0000,
        author: embed.author,
        image: { url: embed.image_url },
        thumbnail: { url: embed.thumbnail_url },
        footer: embed.footer,
        fields: embed.fields,
      },
    ]);
    expect(new Date(messageOf(multi_panel).embeds[0]?.timestamp ?? 0).toISOString()).toBe(
      '2026-03-01T09:30:00.000Z',
    );
  });

  test('is titled where nothing is said of its embed, and pings nobody', async () => {
    const plain = await created();
    expect(plain.embed).toMatchObject({ title: 'Open a ticket!', colour: 3066993, description: null });
    expect(messageOf(plain).embeds).toMatchObject([{ title: 'Open a ticket!', color: 3066993 }]);
    const loud = await created({ embed: { title: 'T', description: '@everyone' } });
    expect(messageOf(loud)).toMatchObject({ mention_everyone: false, mentions: [] });
  });

  test('may stand in an announcement channel', async () => {
    expect(messageOf(await created({ channel_id: news })).channel_id).toBe(news);
  });
});

describe('what is answered', () => {
  test('is the multi-panel, alike in its creation, its change and the list', async () => {
    const made = await created({ panels: [{ panel_id: second, custom_label: null }, String(first)] });
    expect(made).toEqual({
      id: expect.any(Number),
      guild_id,
      channel_id: lobby,
      message_id: expect.stringMatching(/^\d+$/),
      message_state: 'posted',
      version: expect.any(Number),
      select_menu: false,
      select_menu_placeholder: null,
      embed: expect.objectContaining({ title: 'Open a ticket!', fields: [] }),
      panels: [second, first],
    });
    const { status, body } = await update(made, {});
    expect([status, body]).toEqual([200, { success: true, data: made }]);
    const other = await created({ select_menu: true, select_menu_placeholder: 'Which?' });
    expect(await list()).toEqual([made, other]);
  });

  test('is nothing of another server', async () => {
    await created();
    const there = await buildGuild(app.ctx);
    const token = await buildSession(app.ctx, there.owner_id);
    const { body } = await app.call('multi_panels.list', { params: { guild_id: there.guild_id }, token });
    expect(body).toEqual({ success: true, data: [] });
  });
});

describe('what is refused, by the path of the field', () => {
  const tooFew = 'a multi-panel must contain at least 2 sub-panels';

  test.each<[string, object, path: string, message: string]>([
    ['one panel', { panels: [1] }, 'panels', tooFew],
    ['no panel', { panels: [] }, 'panels', tooFew],
    ['a panel twice', { panels: [7, 7] }, 'panels', 'A panel is listed twice. Remove it once.'],
    ['no id', { panels: [1, 'x'] }, 'panels.1', 'invalid panel ID'],
    ['an unknown panel', { panels: [0x7fffffff, 0x7ffffffe] }, 'panels.0', 'invalid panel ID'],
    ['no channel', { channel_id: null }, 'channel_id', 'channel does not exist'],
    ['an unknown channel', { channel_id: '1234' }, 'channel_id', 'channel does not exist'],
    [
      'a long placeholder',
      { select_menu_placeholder: 'x'.repeat(151) },
      'select_menu_placeholder',
      'The placeholder has at most 150 characters.',
    ],
    ['no embed', { embed: null }, 'embed', 'Your embed message does not contain any content'],
    ['an empty embed', { embed: { colour: 1 } }, 'embed', 'Your embed message does not contain any content'],
    [
      'a long description',
      { embed: { description: 'x'.repeat(4097) } },
      'embed.description',
      'Field "Description" cannot exceed 4096 characters in length',
    ],
    [
      'a long value',
      { embed: { fields: [{ name: 'n', value: 'x'.repeat(1025) }] } },
      'embed.fields.0.value',
      'Field "Value" cannot exceed 1024 characters in length',
    ],
    [
      'a footer without premium',
      { embed: { title: 'T', footer: { text: 'F' } } },
      'embed.footer.text',
      'The embed footer is a premium feature',
    ],
  ])('%s', async (_, body, path, message) => {
    const made = await created();
    for (const answer of [await create(body), await update(made, body)]) {
      expect([answer.status, answer.error.success]).toEqual([400, false]);
      expect(answer.error.fields?.[0]).toEqual({ path, message });
      expect(answer.error.error).toContain(message);
    }
    expect(await list()).toEqual([made]);
    expect(messagesIn(lobby)).toHaveLength(1);
  });

  test('a creation that names no channel or no panels', async () => {
    const { status, error } = await create({ channel_id: undefined, panels: undefined });
    expect([status, error.code]).toEqual([400, 'request.invalid']);
    expect(error.fields).toEqual([
      { path: 'channel_id', message: 'channel does not exist' },
      { path: 'panels', message: tooFew },
    ]);
  });

  test('no placeholder of 150 characters, also when each is an emoji', async () => {
    for (const text of ['x'.repeat(150), '😀'.repeat(150)]) {
      const made = await created({ select_menu: true });
      expect((await update(made, { select_menu_placeholder: text })).status).toBe(200);
      expect(componentsOf(made)[0]).toMatchObject([{ placeholder: text }]);
    }
  });

  test('more than 15 panels; 15 are fine', async () => {
    const ids = await panels(16);
    const { status, error } = await create({ panels: ids });
    expect([status, error.fields]).toEqual([
      400,
      [{ path: 'panels', message: 'multi-panels cannot contain more than 15 sub-panels' }],
    ]);
    expect(componentsOf(await created({ panels: ids.slice(1) })).map((row) => row.length)).toEqual([5, 5, 5]);
    expect(await created({ panels: ids.slice(1), select_menu: true })).toMatchObject({
      panels: ids.slice(1),
    });
  });

  test('a channel of another kind or server, and a panel of another server', async () => {
    const there = await buildGuild(app.ctx);
    const foreign = await buildPanel(app.ctx, { guild_id: there.guild_id });
    for (const channel_id of [desk.category, there.text_id])
      expect((await create({ channel_id })).error.code).toBe('multi_panel.channel_not_found');
    await buildTicket(app.ctx, { guild_id, channel_id: news });
    expect((await create({ channel_id: news })).error.code).toBe('channel.is_ticket');
    const { error } = await create({ panels: [first, foreign.panel_id, second] });
    expect(error).toMatchObject({
      code: 'multi_panel.panel_invalid',
      fields: [{ path: 'panels.1', message: 'invalid panel ID' }],
    });
  });

  test('a panel without a label in a menu, which buttons do not need', async () => {
    const bare = await panel({ title: 'Bare', button_label: '', emoji_name: '📩' });
    const message =
      "Panel 'Bare' must have a label when using dropdown mode. Please ensure the panel has a button label.";
    const refused = await create({ panels: [first, bare], select_menu: true });
    expect([refused.status, refused.error.fields]).toEqual([400, [{ path: 'panels.1', message }]]);
    const made = await created({ panels: [first, bare] });
    expect((await update(made, { select_menu: true })).error.code).toBe('multi_panel.label_missing');
    expect((await update(made, { panels: [first, second], select_menu: true })).status).toBe(200);
  });

  test('all at once, where there are several', async () => {
    const { error } = await create({
      channel_id: desk.category,
      panels: [first, 0x7fffffff],
      embed: { title: 'T', footer: { text: 'F' } },
    });
    expect(error.code).toBe('request.invalid');
    expect(error.fields?.map(({ path }) => path)).toEqual(['channel_id', 'panels.1', 'embed.footer.text']);
  });

  test('an id that is unknown here answers like one of another server', async () => {
    const made = await created();
    const there = await buildGuild(app.ctx);
    const token = await buildSession(app.ctx, there.owner_id);
    for (const name of ['multi_panels.update', 'multi_panels.resend', 'multi_panels.remove'] as const) {
      const ask = (multi_panel_id: number) =>
        app.call(name, { params: { guild_id: there.guild_id, multi_panel_id }, token, body: {} } as never);
      const [foreign, unknown] = await Promise.all([ask(made.id), ask(0x7fffffff)]);
      for (const { status, error } of [foreign, unknown])
        expect([status, error.code, error.error]).toEqual([
          404,
          'multi_panel.not_found',
          'No panel with the provided ID found',
        ]);
    }
    expect(await list()).toEqual([made]);
  });
});

describe('the footer', () => {
  const withFooter = { title: 'T', footer: { text: 'Mine', icon_url: null } };

  test('is ours without premium', async () => {
    expect(messageOf(await created()).embeds[0]?.footer?.text).toMatch(/^Powered by /);
  });

  test('that was set with premium may stay when that ends, but is not shown, and cannot be changed', async () => {
    await grantPremium(app.ctx, { guild_id }, { tier: 0 });
    const made = await created({ embed: withFooter });
    expect(messageOf(made).embeds[0]?.footer?.text).toBe('Mine');
    expect((await update(made, { embed: withFooter })).status).toBe(200);
    await revokePremium(app.ctx, { guild_id });
    const { body } = await update(made, { embed: { ...withFooter, title: 'Other' } });
    expect(body.data.embed).toMatchObject({ title: 'Other', footer: { text: 'Mine' } });
    expect(messageOf(made).embeds[0]).toMatchObject({
      title: 'Other',
      footer: { text: expect.stringMatching(/^Powered by /) },
    });
    const changed = await update(made, { embed: { title: 'T', footer: { text: 'New' } } });
    expect([changed.status, changed.error.code]).toEqual([400, 'embed.footer_premium']);
    expect((await update(made, { embed: { title: 'T' } })).body.data.embed.footer.text).toBeNull();
  });
});

describe('a change', () => {
  test('edits the message where it stands, and keeps what it does not name', async () => {
    const made = await created({ select_menu: true, select_menu_placeholder: 'Which?' });
    const { body } = await update(made, { embed: { title: 'Other' }, panels: [second, first] });
    expect(body.data).toEqual({
      ...made,
      version: expect.any(Number),
      embed: { ...made.embed, title: 'Other' },
      panels: [second, first],
    });
    expect(messageOf(made).embeds).toMatchObject([{ title: 'Other' }]);
    expect(messagesIn(lobby)).toHaveLength(1);
  });

  test('of the channel moves the message', async () => {
    const made = await created();
    const { body } = await update(made, { channel_id: news });
    expect(body.data).toMatchObject({ channel_id: news, message_state: 'posted' });
    expect(messageOf(body.data).channel_id).toBe(news);
    expect(messagesIn(lobby)).toEqual([]);
  });

  test('brings back a message that somebody deleted', async () => {
    const made = await created();
    deleteMessage(app.sim.world, messageOf(made));
    await vi.waitFor(async () => expect((await list())[0]?.message_state).toBe('deleted'), {
      timeout: 10_000,
    });
    const { body } = await update(made, {});
    expect(body.data.message_state).toBe('posted');
    expect(messagesIn(lobby).map(({ id }) => id)).toEqual([body.data.message_id]);
  });

  test('that Discord refuses is not made, and the missing permission is named', async () => {
    const [made, quiet] = [await created(), await addQuiet()];
    const { status, error } = await update(made, {
      channel_id: quiet,
      panels: [second, first],
      select_menu: true,
      embed: { title: 'Other' },
    });
    expect([status, error.code]).toEqual([400, 'discord.channel_permissions']);
    expect(error.error).toContain('in the channel #');
    expect(error.error).toContain('Send Messages');
    expect(await list()).toEqual([made]);
    expect(messageOf(made).embeds).toMatchObject([{ title: 'Open a ticket!' }]);
    await settleAll(app.ctx);
    expect([messagesIn(lobby).length, messagesIn(quiet)]).toEqual([1, []]);
  });

  test('that Discord does not answer is made, and its message follows', async () => {
    const made = await created();
    app.sim.faults.next({ method: 'PATCH', route: '/channels/:channel/messages/:message', kind: 500 });
    const { status, body } = await update(made, { embed: { title: 'Other' } });
    expect([status, body.data.message_state]).toEqual([200, 'outdated']);
    await settleAll(app.ctx);
    expect((await list())[0]).toMatchObject({ message_id: made.message_id, message_state: 'posted' });
    expect(messageOf(made).embeds).toMatchObject([{ title: 'Other' }]);
  });
});

describe('a creation', () => {
  test('whose message Discord refuses leaves nothing, and the missing permission is named', async () => {
    const quiet = await addQuiet();
    const { status, error } = await create({ channel_id: quiet });
    expect([status, error.code]).toEqual([400, 'discord.channel_permissions']);
    expect(error.error).toContain('in the channel #');
    expect(error.error).toContain('Send Messages');
    expect([await list(), messagesIn(quiet)]).toEqual([[], []]);
  });

  test.each([false, true])(
    'whose message got no answer is finished later, once (it was posted: %s)',
    async (afterEffect) => {
      for (const select_menu of [false, true]) {
        app.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 500, afterEffect });
        expect(await created({ select_menu })).toMatchObject({ message_id: null, message_state: 'pending' });
      }
      await settleAll(app.ctx);
      const after = await list();
      expect(after.map(({ message_state }) => message_state)).toEqual(['posted', 'posted']);
      expect(
        messagesIn(lobby)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(after.map(({ message_id }) => message_id).toSorted());
      expect(after.map((row) => componentsOf(row)[0]?.length)).toEqual([2, 1]);
    },
  );
});

describe('posting again', () => {
  test('posts a new message and deletes the one before', async () => {
    const made = await created();
    const { status, body } = await app.call('multi_panels.resend', on(made));
    expect([status, body]).toEqual([200, { success: true }]);
    const [after] = await list();
    expect(after).toEqual({ ...made, message_id: expect.any(String) });
    expect(after?.message_id).not.toBe(made.message_id);
    expect(messagesIn(lobby).map(({ id }) => id)).toEqual([after?.message_id]);
  });

  test('that Discord refuses leaves the message that is there', async () => {
    const made = await created();
    app.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 403 });
    expect((await app.call('multi_panels.resend', on(made))).status).toBe(400);
    expect(await list()).toEqual([made]);
    expect(messagesIn(lobby)).toHaveLength(1);
  });
});

test('removing takes the message along, also when that is gone already, and leaves the panels', async () => {
  const [made, other] = [await created(), await created()];
  app.sim.world.messages.delete(other.message_id ?? '');
  for (const one of [made, other]) {
    const { status, body } = await app.call('multi_panels.remove', on(one));
    expect([status, body]).toEqual([200, { success: true }]);
  }
  expect([await list(), messagesIn(lobby)]).toEqual([[], []]);
  expect((await rowOf(first)).title).toBe('One');
  expect((await app.call('multi_panels.remove', on(made))).status).toBe(404);
});

describe('when its panels change', () => {
  test('the message shows it, where it stands', async () => {
    const made = await created({ panels: [first, second] });
    const menu = await created({ panels: [second, first], select_menu: true });
    await app.ctx.db.updateTable('panels').set({ channel_id: lobby }).where('panel_id', '=', first).execute();
    const { status } = await app.call('panels.update', {
      params: { guild_id, panel_id: first },
      token: owner,
      body: { button_label: 'Renamed', button_style: 4, emote: '🎉', disabled: true },
    });
    expect(status).toBe(200);
    const look = { label: 'Renamed', emoji: { name: '🎉' } };
    expect(componentsOf(made)[0]).toMatchObject([{ ...look, style: 4, disabled: true }, { label: 'Help' }]);
    expect(componentsOf(menu)[0]).toMatchObject([{ options: [{ label: 'Help' }, look] }]);
    expect((await list()).map(({ message_id }) => message_id)).toEqual([made.message_id, menu.message_id]);
  });

  test('one that is deleted leaves it, down to the last, and one without any is not posted again', async () => {
    const made = await created({ panels: [first, second] });
    const menu = await created({ panels: [first, second], select_menu: true });
    const remove = (panel_id: number) =>
      app.call('panels.remove', { params: { guild_id, panel_id }, token: owner });
    expect((await remove(first)).status).toBe(200);
    expect((await list()).map((row) => row.panels)).toEqual([[second], [second]]);
    expect(componentsOf(made)).toMatchObject([[{ label: 'Help' }]]);
    expect(componentsOf(menu)).toMatchObject([[{ options: [{ label: 'Help' }] }]]);
    expect((await update(made, { embed: { title: 'Only one left' } })).status).toBe(200);
    expect((await remove(second)).status).toBe(200);
    for (const one of [made, menu]) expect(messageOf(one)).toMatchObject({ components: [], embeds: [{}] });
    expect((await list()).map((row) => [row.panels, row.message_state])).toEqual([
      [[], 'posted'],
      [[], 'posted'],
    ]);
    const before = messagesIn(lobby).map(({ id }) => id);
    const resent = await app.call('multi_panels.resend', on(made));
    expect([resent.status, resent.error.code]).toEqual([400, 'multi_panel.empty']);
    expect(messagesIn(lobby).map(({ id }) => id)).toEqual(before);
  });

  test('a label that is taken away leaves the title in the menu', async () => {
    const menu = await created({ select_menu: true });
    await app.ctx.db
      .updateTable('panels')
      .set({ channel_id: lobby, emoji_name: '📩', button_label: '' })
      .where('panel_id', '=', first)
      .execute();
    await app.call('multi_panels.resend', on(menu));
    const [after] = await list();
    expect(componentsOf(after ?? menu)[0]).toMatchObject([
      { options: [{ label: 'One' }, { label: 'Help' }] },
    ]);
  });

  test('and Discord does not let its message be edited, the panel is changed all the same', async () => {
    const made = await created();
    await app.ctx.db.updateTable('panels').set({ channel_id: lobby }).where('panel_id', '=', first).execute();
    const route = new RegExp(`/messages/${made.message_id}$`);
    for (const [kind, state] of [
      [500, 'outdated'],
      [403, 'refused'],
    ] as const) {
      app.sim.faults.next({ method: 'PATCH', route, kind });
      const { status } = await app.call('panels.update', {
        params: { guild_id, panel_id: first },
        token: owner,
        body: { button_label: `After ${kind}` },
      });
      expect([status, (await list())[0]?.message_state]).toEqual([200, state]);
    }
    expect((await update(made, {})).body.data.message_state).toBe('posted');
    expect(componentsOf(made)[0]).toMatchObject([{ label: 'After 403' }, {}]);
  });
});

test('a panel that is deleted while a multi-panel takes it in is not in it', async () => {
  const made = await created();
  const third = await panel();
  const [changed] = await Promise.all([
    update(made, { panels: [first, second, third] }),
    app.call('panels.remove', { params: { guild_id, panel_id: third }, token: owner }),
  ]);
  expect([200, 400]).toContain(changed.status);
  expect((await list())[0]?.panels).toEqual([first, second]);
  await vi.waitFor(() => expect(componentsOf(made)[0]).toHaveLength(2), { timeout: 10_000 });
});

test('a panel that is deleted while the message that shows it is being edited is not left in it', async () => {
  const third = await panel();
  const made = await created({ panels: [first, second, third] });
  app.sim.faults.next({ method: 'PATCH', route: /messages/, kind: 'delay', delayMs: 700 });
  const hits = app.sim.faults.hits.length;
  const editing = update(made, { panels: [first, second, third], embed: { title: 'Another' } });
  await vi.waitFor(() => expect(app.sim.faults.hits).toHaveLength(hits + 1));
  await app.call('panels.remove', { params: { guild_id, panel_id: third }, token: owner });
  expect((await editing).status).toBe(200);
  await vi.waitFor(() => expect(componentsOf(made)[0]).toHaveLength(2));
});

test('a multi-panel that is being posted while premium ends has the buttons that are right then', async () => {
  await grantPremium(app.ctx, { guild_id }, { tier: 0 });
  const [third, fourth] = [await panel({ title: 'Three' }), await panel({ title: 'Four' })];
  app.sim.faults.next({ method: 'POST', route: /messages/, kind: 'delay', delayMs: 700 });
  const hits = app.sim.faults.hits.length;
  const making = created({ panels: [third, fourth] });
  await vi.waitFor(() => expect(app.sim.faults.hits).toHaveLength(hits + 1));
  await revokePremium(app.ctx, { guild_id });
  const made = await making;
  await settleAll(app.ctx);
  const buttons = componentsOf(made)[0] as unknown as { disabled?: boolean }[];
  expect(buttons.map(({ disabled }) => disabled ?? false)).toEqual([false, true]);
});

test('a panel that is deleted while a multi-panel takes it in leaves no button behind', async () => {
  const made = await created();
  const third = await panel();
  const { db } = app.ctx;
  const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taking = db.transaction().execute(async (tx) => {
    const row = { multi_panel_id: made.id, panel_id: third, position: 3 };
    await tx.insertInto('multi_panel_panels').values(row).execute();
    taken.resolve();
    await end.promise;
  });
  await taken.promise;
  const calls = app.sim.faults.record();
  const removing = app.call('panels.remove', { params: { guild_id, panel_id: third }, token: owner });
  await untilLockWaits(db);
  end.resolve();
  await Promise.all([taking, removing]);
  const edits = () => calls.filter(({ method }) => method === 'PATCH');
  await vi.waitFor(() => expect(edits()).toHaveLength(1));
});

test('of two changes at once one is whole, in the row as in the message', async () => {
  const made = await created();
  const [one, two] = [
    { embed: { title: 'One way' }, panels: [first, second], select_menu: true },
    { embed: { title: 'Another' }, panels: [second, first], select_menu: false },
  ];
  const answers = await Promise.all([update(made, one), update(made, two)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [after] = await list();
  const wins = after?.embed.title === 'One way' ? one : two;
  expect(after).toMatchObject({ ...wins, message_id: made.message_id, message_state: 'posted' });
  expect(messageOf(made).embeds).toMatchObject([wins.embed]);
  expect(componentsOf(made)[0]).toHaveLength(wins.select_menu ? 1 : 2);
});
