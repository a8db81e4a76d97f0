import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import { grantPremium, revokePremium } from '@tickets/core/premium/grants';
import { changeSettings } from '@tickets/core/settings/change';
import { buildForm, buildTeam, buildTicket } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let w: PanelWorld;
let rich: PanelDesk;
let other: PanelDesk;
let team: number;
let form: number;
let foreign: { team: number; form: number };
/** With @everyone as many as an access list holds. */
let more_roles: string[];

/** The bot hears of it in a moment, on a busy machine a little later. */
const soon = { timeout: 10_000 };

beforeAll(async () => {
  w = await startPanelWorld();
  rich = await w.addDesk({ premium: true });
  other = await w.addDesk();
  team = await buildTeam(w.app.ctx, { guild_id: rich.guild_id });
  form = await addForm(rich.guild_id);
  foreign = {
    team: await buildTeam(w.app.ctx, { guild_id: other.guild_id }),
    form: await addForm(other.guild_id),
  };
  more_roles = Array.from({ length: 9 }, () => w.app.sim.world.addRole({ guild_id: rich.guild_id }).id);
  const known = w.app.ctx.db.selectFrom('guild_roles').where('role_id', 'in', more_roles).select('role_id');
  await vi.waitFor(async () => expect(await known.execute()).toHaveLength(9), soon);
});
afterAll(() => w[Symbol.asyncDispose]());

const addForm = async (guild_id: string) => (await buildForm(w.app.ctx, { guild_id })).form_id;

async function listed({ guild_id, token }: PanelDesk) {
  return (await w.app.call('panels.list', { params: { guild_id }, token })).body;
}
async function one(desk: PanelDesk, panel_id: number) {
  const panel = (await listed(desk)).find((each) => each.panel_id === panel_id);
  if (!panel) throw new Error(`there is no panel ${panel_id}`);
  return panel;
}
/** A panel in the lobby that has nothing to do with other tests. */
async function made(desk: PanelDesk, body: object = {}): Promise<number> {
  const { panel_id, error } = await desk.create({ channel_id: desk.lobby, ...body });
  if (!panel_id) throw new Error(`no panel was made: ${error}`);
  return panel_id;
}

const everyone = (desk: PanelDesk) => ({ role_id: desk.guild_id, action: 'allow' as const });
const embed = (more: object = {}) => ({ title: 'Welcome', ...more });
const letters = (count: number) => 'x'.repeat(count);
const signature = { text: 'The bakery', icon_url: null };

test('a panel of which only the channel is said has the standard of everything', async () => {
  const panel_id = await made(rich);
  expect(await one(rich, panel_id)).toEqual({
    panel_id,
    version: expect.any(Number),
    guild_id: rich.guild_id,
    custom_id: expect.stringMatching(/^[a-zA-Z]{30}$/),
    title: 'Open a ticket!',
    content: 'By clicking the button, a ticket will be opened for you.',
    colour: 3066993,
    channel_id: rich.lobby,
    message_id: expect.stringMatching(/^\d+$/),
    message_state: 'posted',
    category_id: null,
    form_id: null,
    exit_survey_form_id: null,
    pending_category: null,
    disabled: false,
    force_disabled: false,
    button_style: 1,
    button_label: 'Open a ticket!',
    use_custom_emoji: false,
    emote: '',
    image_url: null,
    thumbnail_url: null,
    mentions: [],
    default_team: true,
    teams: [],
    delete_mentions: false,
    use_server_default_naming_scheme: true,
    naming_scheme: null,
    welcome_message: null,
    access_control_list: [everyone(rich)],
  });
});

const whole = () => ({
  title: 'Orders',
  content: 'Ask about your order',
  colour: 0xff8800,
  channel_id: rich.news,
  category_id: rich.category,
  form_id: form,
  exit_survey_form_id: form,
  pending_category: rich.category,
  disabled: true,
  button_style: 4,
  button_label: 'Ask',
  emote: rich.emoji,
  image_url: 'https://bakery.example/large.png',
  thumbnail_url: 'https://bakery.example/small.png',
  mentions: [rich.role, 'user', 'here', rich.guild_id],
  default_team: false,
  teams: [team],
  delete_mentions: true,
  use_server_default_naming_scheme: false,
  naming_scheme: 'order-%id%',
  welcome_message: {
    title: 'Hello',
    url: null,
    description: 'What about?',
    colour: 5,
    author: { name: null, icon_url: null, url: null },
    image_url: '%avatar_url%',
    thumbnail_url: null,
    footer: signature,
    timestamp: '2026-11-21T10:00',
    fields: [{ name: 'Hours', value: '9 to 5', inline: true }],
  },
  access_control_list: [
    { role_id: rich.role, action: 'deny' },
    { role_id: rich.guild_id, action: 'allow' },
  ],
});

test('everything that is said is read back, when it is made and when it is changed', async () => {
  const panel_id = await made(rich, whole());
  expect(await one(rich, panel_id)).toMatchObject({ ...whole(), use_custom_emoji: true });
  const plain = await made(rich);
  expect(await rich.update(plain, whole())).toMatchObject({ status: 200 });
  expect(await one(rich, plain)).toMatchObject(whole());
});

test('a change leaves alone what it does not name, and what is only answered cannot be sent', async () => {
  const panel_id = await made(rich, whole());
  const before = await one(rich, panel_id);
  await rich.update(panel_id, {
    title: 'Bread',
    panel_id: 1,
    guild_id: other.guild_id,
    custom_id: letters(30),
    message_id: '1',
    force_disabled: true,
    use_custom_emoji: false,
  });
  expect(await one(rich, panel_id)).toEqual({ ...before, version: expect.any(Number), title: 'Bread' });
});

test('the answer of the list can be sent back as it is', async () => {
  const panel_id = await made(rich, whole());
  const before = await one(rich, panel_id);
  expect((await rich.update(panel_id, before)).status).toBe(200);
  expect(await one(rich, panel_id)).toEqual(before);
});

test('null and blank ask for the standard', async () => {
  for (const nothing of [null, '', '  ']) {
    const panel_id = await made(rich, whole());
    const texts = { title: nothing, content: nothing, button_label: nothing, naming_scheme: nothing };
    const links = { image_url: nothing, thumbnail_url: nothing };
    await rich.update(panel_id, { ...texts, ...links, emote: '' });
    expect(await one(rich, panel_id)).toMatchObject({
      title: panelDefaults.title,
      content: panelDefaults.content,
      button_label: panelDefaults.title,
      naming_scheme: null,
      use_server_default_naming_scheme: true,
      image_url: null,
      thumbnail_url: null,
      emote: '',
    });
  }
  const panel_id = await made(rich, whole());
  const ids = { category_id: null, form_id: null, exit_survey_form_id: '0', pending_category: 'null' };
  const others = { colour: null, button_style: null, mentions: null, teams: null, welcome_message: null };
  await rich.update(panel_id, { ...ids, ...others, use_server_default_naming_scheme: true });
  expect(await one(rich, panel_id)).toMatchObject({
    category_id: null,
    form_id: null,
    exit_survey_form_id: null,
    pending_category: null,
    colour: 3066993,
    button_style: 1,
    mentions: [],
    teams: [],
    welcome_message: null,
    naming_scheme: null,
  });
});

test('a panel does not go into the channel of a ticket', async () => {
  const { guild_id, news: channel_id } = rich;
  const ticket = await buildTicket(w.app.ctx, { guild_id, channel_id });
  const { status, code, fields } = await rich.create({ ...whole(), channel_id });
  expect([status, code, Object.keys(fields ?? {})]).toEqual([400, 'channel.is_ticket', ['channel_id']]);
  await w.app.ctx.db
    .deleteFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
});

describe('in a server whose tickets are threads', () => {
  let desk: PanelDesk;
  beforeAll(async () => {
    desk = await w.addDesk();
    await changeSettings(w.app.ctx.db, desk.guild_id, {
      use_threads: true,
      ticket_notification_channel: desk.lobby,
    });
  });
  const refusal = {
    status: 400,
    code: 'panel.thread_channel_required',
    fields: { channel_id: expect.stringContaining('Choose a text channel.') },
  };

  test('a panel goes into no announcement channel', async () => {
    expect(await desk.create({ channel_id: desk.news })).toMatchObject(refusal);
    const panel_id = await made(desk);
    expect(await desk.update(panel_id, { channel_id: desk.news })).toMatchObject(refusal);
    expect((await one(desk, panel_id)).channel_id).toBe(desk.lobby);
  });

  test('a multi-panel goes into no announcement channel', async () => {
    const panels = [await made(desk), await made(desk)];
    const { guild_id, token, news: channel_id } = desk;
    const body = { channel_id, panels, select_menu: false, embed: embed() };
    const { status, error } = await w.app.call('multi_panels.create', {
      params: { guild_id },
      token,
      body: body as never,
    });
    expect([status, error.code, error.fields?.map(({ path }) => path)]).toEqual([
      400,
      'panel.thread_channel_required',
      ['channel_id'],
    ]);
  });
});

describe('what is not right is refused with its field, when it is made and when it is changed', () => {
  /** Each row: the field's path, its text, what is wrong, what is right. */
  const cases: [path: string, text: string, wrong: () => unknown, right: () => unknown][] = [
    ['title', 'Panel title must be less than 80 characters', () => letters(81), () => letters(80)],
    ['title', 'Panel title must be less than 80 characters', () => '😀'.repeat(81), () => '😀'.repeat(80)],
    ['content', 'Panel content must be less than 4096 characters', () => letters(4097), () => letters(4096)],
    ['colour', 'Choose a colour.', () => 0x1000000, () => 0xffffff],
    ['colour', 'Choose a colour.', () => -1, () => 0],
    ['colour', 'Choose a colour.', () => 'red', () => '#ff0000'],
    ['channel_id', 'Panel channel not found', () => '123', () => rich.lobby],
    ['channel_id', 'Panel channel not found', () => null, () => rich.news],
    ['channel_id', 'Panel channel not found', () => rich.voice, () => rich.lobby],
    ['channel_id', 'Panel channel not found', () => rich.category, () => rich.lobby],
    ['channel_id', 'Panel channel not found', () => other.lobby, () => rich.lobby],
    ['category_id', 'Invalid ticket category', () => rich.lobby, () => rich.category],
    ['category_id', 'Invalid ticket category', () => other.category, () => null],
    ['category_id', 'Invalid ticket category', () => 'Tickets', () => 'null'],
    ['pending_category', 'Invalid awaiting response category', () => rich.lobby, () => rich.category],
    ['pending_category', 'Invalid awaiting response category', () => other.category, () => null],
    ['pending_category', 'Invalid awaiting response category', () => 'Waiting', () => ''],
    ['emote', 'Invalid emoji', () => 'x', () => '📩'],
    ['emote', 'Invalid emoji', () => '📩📩', () => '👍🏽'],
    ['emote', 'Invalid emoji', () => ':nothing_of_that_name:', () => ':envelope_with_arrow:'],
    ['emote', 'Custom emoji was missing ID', () => ({ name: 'bread' }), () => rich.emoji],
    ['emote', 'Emoji not found', () => ({ name: 'bread', id: '123' }), () => rich.emoji],
    ['emote', 'Emoji not found', () => other.emoji, () => rich.emoji],
    ['emote', 'Emoji name mismatch', () => ({ ...rich.emoji, name: 'cake' }), () => rich.emoji],
    ['emote.name', 'Emoji name was empty', () => ({ id: rich.emoji.id }), () => rich.emoji],
    ['emote.name', 'Emoji not found', () => ({ ...rich.emoji, name: letters(33) }), () => rich.emoji],
    ['button_style', 'Invalid button style', () => 0, () => 1],
    ['button_style', 'Invalid button style', () => '5', () => '4'],
    ['button_style', 'Invalid button style', () => 9, () => 2],
    ['button_label', 'Button label must be less than 80 characters', () => letters(81), () => letters(80)],
    ['image_url', 'Invalid URL', () => 'ftp://a.example/x.png', () => 'http://a.example/x.png'],
    ['image_url', 'Invalid URL', () => '%avatar_url%', () => null],
    ['image_url', 'Invalid URL', () => 'https://localhost', () => 'https://a.example'],
    [
      'thumbnail_url',
      'Invalid URL',
      () => `https://a.example/${letters(238)}`,
      () => `https://a.example/${letters(237)}`,
    ],
    ['form_id', 'Form not found', () => foreign.form, () => form],
    ['form_id', 'Form not found', () => 2_000_000, () => String(form)],
    ['exit_survey_form_id', 'Form not found', () => foreign.form, () => form],
    ['exit_survey_form_id', 'Form not found', () => 'survey', () => null],
    ['naming_scheme', 'Invalid naming scheme placeholder: nobody', () => '%nobody%', () => '%username%'],
    ['naming_scheme', 'Invalid placeholder format: date:q', () => '%date:q%', () => '%date:yyyy-mm-dd%'],
    [
      'naming_scheme',
      'Naming scheme must be less than 100 characters',
      () => letters(101),
      () => letters(100),
    ],
    ['mentions.0', 'Invalid role ID in mentions: x', () => ['x'], () => ['user', 'here', rich.role]],
    [
      'mentions.1',
      'Invalid role ID in mentions: 123',
      () => ['user', '123'],
      () => [rich.guild_id, rich.role],
    ],
    [
      'mentions',
      'A panel has at most 100 mentions. Remove some.',
      () => Array.from({ length: 101 }, () => 'here'),
      () => Array.from({ length: 100 }, () => 'here'),
    ],
    ['teams.1', 'Invalid support team', () => [team, foreign.team], () => [team]],
    ['teams.0', 'Invalid support team', () => [2_000_000], () => []],
    ['welcome_message', 'Your embed message does not contain any content', () => ({ colour: 1 }), embed],
    [
      'welcome_message.description',
      'Field "Description" cannot exceed 4096 characters in length',
      () => embed({ description: letters(4097) }),
      () => embed({ description: letters(4096) }),
    ],
    [
      'welcome_message.fields.0.value',
      'Field "Value" cannot exceed 1024 characters in length',
      () => embed({ fields: [{ name: 'N', value: letters(1025) }] }),
      () => embed({ fields: [{ name: 'N', value: letters(1024) }] }),
    ],
    ['access_control_list', 'Access control list is empty', () => [], () => [everyone(rich)]],
    [
      'access_control_list',
      'Access control list does not contain @everyone rule',
      () => [{ role_id: rich.role, action: 'allow' }],
      () => [{ role_id: rich.role, action: 'allow' }, everyone(rich)],
    ],
    [
      'access_control_list.0.action',
      'Invalid access control action "x"',
      () => [{ ...everyone(rich), action: 'x' }],
      () => [{ ...everyone(rich), action: 'deny' }],
    ],
    [
      'access_control_list.1.role_id',
      'This role is in the access control list already. Remove one of its rules.',
      () => [everyone(rich), everyone(rich)],
      () => [everyone(rich)],
    ],
    [
      'access_control_list.1.role_id',
      'Invalid role 123 in access control list not found in the guild',
      () => [everyone(rich), { role_id: '123', action: 'deny' }],
      () => [everyone(rich), { role_id: rich.role, action: 'deny' }],
    ],
    [
      'access_control_list',
      'Access control list cannot have more than 10 roles',
      () => [
        everyone(rich),
        ...Array.from({ length: 10 }, (_, i) => ({ role_id: `${i + 5}`, action: 'deny' })),
      ],
      () => [...more_roles.map((role_id) => ({ role_id, action: 'deny' })), everyone(rich)],
    ],
  ];
  test.each(cases.map(([path, text, wrong, right], index) => ({ path, text, wrong, right, index })))(
    '$path: $text ($index)',
    async ({ path, text, wrong, right }) => {
      const [key = ''] = path.split('.');
      const before = { panels: await listed(rich), messages: rich.messagesIn(rich.lobby).length };
      const refused = await rich.create({ channel_id: rich.lobby, [key]: wrong() });
      expect(refused).toMatchObject({ status: 400, fields: { [path]: text } });
      expect(refused.error).toContain(text);
      const [kept] = before.panels;
      const changed = await rich.update(kept?.panel_id ?? 0, { title: 'Not this either', [key]: wrong() });
      expect(changed).toMatchObject({ status: 400, fields: { [path]: text } });
      expect(await listed(rich)).toEqual(before.panels);
      expect(rich.messagesIn(rich.lobby)).toHaveLength(before.messages);

      const panel_id = await made(rich, { [key]: right() });
      expect(await rich.update(panel_id, { [key]: right() })).toMatchObject({ status: 200 });
      await w.app.call('panels.remove', {
        params: { guild_id: rich.guild_id, panel_id },
        token: rich.token,
      });
    },
  );

  test('all fields at once', async () => {
    const refused = await rich.create({
      channel_id: rich.category,
      category_id: rich.lobby,
      emote: 'x',
      form_id: foreign.form,
      teams: [foreign.team],
      access_control_list: [{ role_id: '123', action: 'deny' }],
    });
    expect(refused).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: {
        channel_id: 'Panel channel not found',
        category_id: 'Invalid ticket category',
        emote: 'Invalid emoji',
        form_id: 'Form not found',
        'teams.0': 'Invalid support team',
        'access_control_list.0.role_id': 'Invalid role 123 in access control list not found in the guild',
        access_control_list: 'Access control list does not contain @everyone rule',
      },
    });
  });
});

test('an emoji can be typed without its last sign, or by the name that Discord gives it', async () => {
  for (const [typed, kept] of [
    ['❤', '❤️'],
    [':heart:', '❤️'],
    [':thumbsup:', '👍'],
    [':flag_de:', '🇩🇪'],
  ]) {
    const panel_id = await made(rich, { emote: typed });
    expect((await one(rich, panel_id)).emote).toBe(kept);
  }
});

test('a role of another server cannot be mentioned', async () => {
  const refused = await rich.create({ channel_id: rich.lobby, mentions: ['here', other.role] });
  expect([refused.status, Object.keys(refused.fields)]).toEqual([400, ['mentions.1']]);
});

test('each mention is kept once', async () => {
  const panel_id = await made(rich, { mentions: [rich.role, 'here', rich.role] });
  expect((await one(rich, panel_id)).mentions).toEqual([rich.role, 'here']);
});

test('a panel cannot have a custom emoji without saying which', async () => {
  const plain = await made(rich);
  const wanting = [
    await rich.create({ channel_id: rich.lobby, use_custom_emoji: true }),
    await rich.create({ channel_id: rich.lobby, use_custom_emoji: true, emote: '' }),
    await rich.update(plain, { use_custom_emoji: true }),
  ];
  for (const refused of wanting)
    expect(refused).toMatchObject({ status: 400, fields: { emote: 'Custom emoji was missing ID' } });
  expect((await rich.update(plain, { use_custom_emoji: true, emote: rich.emoji })).status).toBe(200);
  expect((await rich.update(plain, { use_custom_emoji: true, title: 'Bread' })).status).toBe(200);
});

test('an emoji that was deleted in Discord keeps no other change from being saved', async () => {
  const emoji = w.app.sim.world.addEmoji({ guild_id: rich.guild_id, name: 'crumb' });
  const emote = { id: emoji.id, name: 'crumb' };
  const known = w.app.ctx.db.selectFrom('guild_emojis').where('emoji_id', '=', emoji.id).select('name');
  await vi.waitFor(async () => expect(await known.execute()).toHaveLength(1), soon);
  const panel_id = await made(rich, { emote });
  await w.app.ctx.db.deleteFrom('guild_emojis').where('emoji_id', '=', emoji.id).execute();
  expect((await rich.update(panel_id, { emote, use_custom_emoji: true, title: 'Crumbs' })).status).toBe(200);
  expect(await one(rich, panel_id)).toMatchObject({ title: 'Crumbs', emote });
});

test('spaces in a naming scheme become hyphens', async () => {
  const panel_id = await made(rich, { naming_scheme: 'order %id%' });
  expect((await one(rich, panel_id)).naming_scheme).toBe('order-%id%');
});

test('a role that is deleted leaves the mentions, stays in the rules, and no other change is refused for it', async () => {
  const desk = await w.addDesk();
  const panel_id = await made(desk, {
    mentions: [desk.role, 'user'],
    access_control_list: [{ role_id: desk.role, action: 'deny' }, everyone(desk)],
  });
  await w.app.ctx.discord.api.guilds.deleteRole(desk.guild_id, desk.role);
  await expect.poll(async () => (await one(desk, panel_id)).mentions, soon).toEqual(['user']);
  const panel = await one(desk, panel_id);
  expect(panel.access_control_list).toEqual([{ role_id: desk.role, action: 'deny' }, everyone(desk)]);
  expect((await desk.update(panel_id, { ...panel, title: 'Other' })).status).toBe(200);
  const moved = [everyone(desk), { role_id: desk.role, action: 'allow' }];
  expect((await desk.update(panel_id, { access_control_list: moved })).status).toBe(200);
  expect((await made(desk, { access_control_list: [everyone(desk)] })) > panel_id).toBe(true);
  expect((await desk.create({ channel_id: desk.lobby, access_control_list: moved })).code).toBe(
    'panel.access_role_not_found',
  );
});

test('a team or form that is deleted is of no panel any more', async () => {
  const gone = await buildTeam(w.app.ctx, { guild_id: rich.guild_id });
  const form_id = await addForm(rich.guild_id);
  const panel_id = await made(rich, { teams: [team, gone], form_id, exit_survey_form_id: form_id });
  await w.app.ctx.db.deleteFrom('support_teams').where('team_id', '=', gone).execute();
  await w.app.ctx.db.deleteFrom('forms').where('form_id', '=', form_id).execute();
  expect(await one(rich, panel_id)).toMatchObject({
    teams: [team],
    form_id: null,
    exit_survey_form_id: null,
  });
});

test('of two that change a panel at once one comes last, whole', async () => {
  const panel_id = await made(rich);
  const one_way = { title: 'A', content: 'A', teams: [team], access_control_list: [everyone(rich)] };
  const other_way = {
    title: 'B',
    content: 'B',
    teams: [],
    access_control_list: [{ role_id: rich.role, action: 'deny' }, everyone(rich)],
  };
  const rounds = [one_way, other_way, one_way, other_way, one_way, other_way];
  await Promise.all(rounds.map((body) => rich.update(panel_id, body)));
  const after = await one(rich, panel_id);
  expect(after).toMatchObject(after.title === 'A' ? one_way : other_way);
  const message = w.app.sim.world.messages.get(after.message_id ?? '');
  expect(message?.embeds[0]?.title).toBe(after.title);
});

describe('premium', () => {
  const gated = (desk: PanelDesk, form_id: number): [string, string, object][] => [
    [
      'pending_category',
      'Awaiting response category is a premium feature',
      { pending_category: desk.category },
    ],
    ['exit_survey_form_id', 'Exit survey form is a premium feature', { exit_survey_form_id: form_id }],
    [
      'welcome_message.footer.text',
      'The embed footer is a premium feature',
      { welcome_message: embed({ footer: signature }) },
    ],
    [
      'welcome_message.footer.text',
      'The embed footer is a premium feature',
      { welcome_message: embed({ footer: { icon_url: 'https://a.example/i.png' } }) },
    ],
  ];

  test('is needed for what it unlocks, when that is set or changed; what was stored may stay or go', async () => {
    const desk = await w.addDesk();
    const form_id = await addForm(desk.guild_id);
    const panel_id = await made(desk);
    for (const [path, text, body] of gated(desk, form_id)) {
      const refused = { status: 400, error: text, fields: { [path]: text } };
      expect(await desk.create({ channel_id: desk.lobby, ...body })).toMatchObject(refused);
      expect(await desk.update(panel_id, body)).toMatchObject(refused);
    }
    await grantPremium(w.app.ctx, { guild_id: desk.guild_id }, { tier: 0 });
    const all = Object.assign({}, ...gated(desk, form_id).map(([, , body]) => body));
    expect((await desk.update(panel_id, all)).status).toBe(200);
    await revokePremium(w.app.ctx, { guild_id: desk.guild_id });

    const stored = await one(desk, panel_id);
    expect((await desk.update(panel_id, { ...stored, title: 'Other' })).status).toBe(200);
    // The end of premium left the message to be edited, which the change did as well.
    stored.message_state = 'posted';
    expect(await one(desk, panel_id)).toEqual({ ...stored, version: expect.any(Number), title: 'Other' });
    const another = await addForm(desk.guild_id);
    expect((await desk.update(panel_id, { exit_survey_form_id: another })).code).toBe(
      'panel.exit_survey_premium',
    );
    const footer = { text: 'Another', icon_url: null };
    expect((await desk.update(panel_id, { welcome_message: embed({ footer }) })).code).toBe(
      'embed.footer_premium',
    );
    const less = { exit_survey_form_id: null, pending_category: null, welcome_message: embed() };
    expect((await desk.update(panel_id, less)).status).toBe(200);
  });

  test('three panels that are made at once by a server with two leave three', async () => {
    const desk = await w.addDesk();
    await made(desk);
    await made(desk);
    const answers = await Promise.all([1, 2, 3].map(() => desk.create({ channel_id: desk.lobby })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.error).toBe(
      'Panel quota exceeded: You have 3/3 panels. Purchase premium to unlock more panels.',
    );
    expect(await listed(desk)).toHaveLength(3);
    expect(desk.messagesIn(desk.lobby)).toHaveLength(3);
  });

  test('that was earned by voting makes no fourth panel, but changes one', async () => {
    const desk = await w.addDesk();
    await w.app.ctx.db
      .insertInto('entitlements')
      .values({ guild_id: desk.guild_id, tier: 0, source: 'voting', sku_label: 'Vote' })
      .execute();
    const [panel_id] = [await made(desk), await made(desk), await made(desk)];
    expect((await desk.create({ channel_id: desk.lobby })).status).toBe(402);
    // Nobody mends the fields of a panel that cannot be.
    expect((await desk.create({ channel_id: desk.lobby, title: 'x'.repeat(81) })).status).toBe(402);
    expect((await desk.update(panel_id, { pending_category: desk.category })).status).toBe(200);
  });

  test('that ends disables all but the three oldest panels, which can then be neither changed nor posted anew', async () => {
    const desk = await w.addDesk({ premium: true });
    const { guild_id, token } = desk;
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await made(desk));
    await revokePremium(w.app.ctx, { guild_id });
    const disabled = async () => (await listed(desk)).map(({ force_disabled }) => force_disabled);
    expect(await disabled()).toEqual([false, false, false, true, true]);

    const locked = {
      code: 'panel.locked',
      error: 'This panel is disabled and cannot be modified: please reactivate premium to re-enable it',
    };
    const fourth = ids[3] ?? 0;
    expect(await desk.update(fourth, { title: 'x' })).toMatchObject({ status: 400, ...locked });
    const resent = await w.app.call('panels.resend', { params: { guild_id, panel_id: fourth }, token });
    expect([resent.status, resent.error]).toMatchObject([400, locked]);

    await w.app.call('panels.remove', { params: { guild_id, panel_id: ids[0] ?? 0 }, token });
    expect(await disabled()).toEqual([false, false, false, true]);
    await grantPremium(w.app.ctx, { guild_id }, { tier: 0 });
    expect(await disabled()).toEqual([false, false, false, false]);
    expect((await desk.update(ids[4] ?? 0, { title: 'x' })).status).toBe(200);
  });
});
