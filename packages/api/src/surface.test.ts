import { once } from 'node:events';
import { type ActionName, actions } from '@tickets/contract/access/actions';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import type { Route } from '@tickets/contract/platform/route';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { pathOf, routes } from '@tickets/contract/routes';
import { startTestApp, type TestApp } from '@tickets/testkit/app';
import {
  buildForm,
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

const names = Object.keys(routePaths) as RouteName[];
const accessOf = (name: RouteName): Route['access'] => routes[name].access;
const guarded = names.filter((name) => accessOf(name) !== 'public');
const levelOf = (name: RouteName): number | undefined => {
  const access = accessOf(name);
  return access in actions ? actions[access as ActionName].level : undefined;
};
const inGuild = names.filter((name) => levelOf(name) !== undefined);
/** These name a person or a role of Discord, and no row of ours, so they say nothing of other servers. */
const forgiving: RouteName[] = [
  'blacklist.remove_user',
  'blacklist.remove_role',
  'staff.add_administrator',
  'staff.remove_administrator',
];
const withBody = names.filter((name) => 'body' in routes[name]);

const sockets = ['/api/:guild_id/live', '/api/:guild_id/tickets/:ticket_id/live-chat'];

let app: TestApp;
let guild_id: string;
let text_id: string;
let ticket_id: number;
/** A panel, a form with a question, a multi-panel of that panel, and a team. */
type Rows = { panel_id: number; form_id: number; multi_panel_id: number; team_id: number };
let rows: Rows;
/** Of whom nobody knows anything. */
const somebody = { user_id: randomId(), role_id: randomId(), member_id: randomId() };
let input_id: number;
let second_panel_id: number;
const token = { nobody: '', support: '', admin: '', stranger: '' };

beforeAll(async () => {
  app = await startTestApp();
  const { ctx } = app;
  ({ guild_id, text_id } = await buildGuild(ctx));
  // An unknown channel is refused without asking Discord, which is down here.
  await ctx.db
    .updateTable('guilds')
    .set({ channels_asked_at: new Date(Date.now() + 3_600_000) })
    .where('guild_id', '=', guild_id)
    .execute();
  rows = await buildRows(guild_id);
  const { user_id } = await buildUser(ctx);
  ({ ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id }));
  for (const level of [0, 1, 2] as const) {
    const who = (['nobody', 'support', 'admin'] as const)[level];
    token[who] = await buildSession(ctx, await buildMember(ctx, { guild_id, level }));
  }
  const stranger = await buildMember(ctx, { guild_id, present: false });
  token.stranger = await buildSession(ctx, stranger);
});
afterAll(() => app.close());

async function buildRows(of_guild: string): Promise<Rows> {
  const { ctx } = app;
  const { panel_id } = await buildPanel(ctx, { guild_id: of_guild });
  ({ panel_id: second_panel_id } = await buildPanel(ctx, { guild_id: of_guild }));
  const { form_id, inputs } = await buildForm(ctx, { guild_id: of_guild });
  input_id = inputs[0]?.id ?? 0;
  const { id: multi_panel_id } = await ctx.db
    .insertInto('multi_panels')
    .values({
      guild_id: of_guild,
      channel_id: randomId(),
      embed: JSON.stringify(CustomEmbedInput.parse({ title: 'T' })),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto('multi_panel_panels').values({ multi_panel_id, panel_id, position: 1 }).execute();
  return { panel_id, form_id, multi_panel_id, team_id: await buildTeam(ctx, { guild_id: of_guild }) };
}

/** What some routes cannot do without. */
const sampleQueries: Partial<Record<RouteName, string>> = {
  'teams.add_member': '?type=1',
  'teams.remove_member': '?type=1',
  'staff.add_administrator': '?type=1',
  'staff.remove_administrator': '?type=1',
};

/** A call as it comes over the wire, with nothing checked by types. */
async function send(
  name: RouteName,
  {
    token: authorization,
    params = { guild_id, ...rows, ticket_id, ...somebody },
    body,
    headers = {},
  }: {
    token?: string;
    params?: Record<string, string | number>;
    body?: string;
    headers?: Record<string, string>;
  } = {},
) {
  const [method] = routePaths[name];
  const response = await fetch(app.url + pathOf(name, params) + (sampleQueries[name] ?? ''), {
    method,
    headers: {
      'x-tickets': 'true',
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text ? JSON.parse(text) : undefined,
  };
}

test('every route of the contract is mounted, and no other call of the API', () => {
  const mounted = new Set(names.map((name) => `${routePaths[name][0]} ${routePaths[name][1]}`));
  for (const route of mounted) {
    const [method = '', url = ''] = route.split(' ');
    expect(app.api.hasRoute({ method, url }), route).toBe(true);
  }
  const printed = app.api.printRoutes({ commonPrefix: false, includeHooks: false });
  const calls = printed.matchAll(/(?:api|user)\/[\w:/-]*/g);
  const described = [...mounted].map((route) => route.split(' ')[1]);
  const documents = ['api/openapi.json', 'api/docs', ...sockets];
  for (const [path] of calls) {
    const known = described.some((url) => url?.includes(path)) || documents.some((url) => url.includes(path));
    expect(known, path).toBe(true);
  }
});

describe.each(guarded)('%s', (name) => {
  test('asks somebody without a session to sign in', async () => {
    const { status, json } = await send(name);
    expect([status, json.code, json.success]).toEqual([401, 'session.missing', false]);
  });

  test('refuses a token that is not ours', async () => {
    const forged = `${token.admin.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
    for (const wrong of ['garbage', forged, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
      const { status, json } = await send(name, { token: wrong });
      expect([status, json.code]).toEqual([401, 'session.invalid']);
    }
  });
});

test.each(names.filter((name) => /^\/(api|callback|logout)/.test(routePaths[name][1])))(
  '%s needs the x-tickets header, before anything else',
  async (name) => {
    for (const value of ['', 'false', 'TRUE']) {
      const { status, json } = await send(name, { headers: { 'x-tickets': value } });
      expect([status, json.error]).toEqual([400, 'Missing x-tickets header']);
    }
  },
);

describe.each(inGuild)('%s', (name) => {
  test('answers a stranger to a server exactly as if there were no such server', async () => {
    const foreign = await send(name, { token: token.stranger });
    const unknown = await send(name, {
      token: token.stranger,
      params: { guild_id: randomId(), ...rows, ticket_id },
    });
    expect(foreign.status).toBe(404);
    expect(foreign.json.code).toBe('guild.not_found');
    const withoutId = ({ text, json }: typeof foreign) => text.replace(json.request_id, '');
    expect(withoutId(foreign)).toBe(withoutId(unknown));
  });

  test('tells a member without the level so', async () => {
    const low = levelOf(name) === 2 ? [token.nobody, token.support] : [token.nobody];
    for (const who of low) {
      const { status, json } = await send(name, { token: who });
      expect([status, json.code]).toEqual([403, 'permission.denied']);
    }
  });

  test.each(['abc', '12x', '-1', '1.5', '99999999999999999999', '%20'])(
    'refuses the server id %s',
    async (wrong) => {
      const [method, path] = routePaths[name];
      const url = path.replace(':guild_id', wrong).replace(/:\w+_id/, '1');
      const response = await fetch(app.url + url, {
        method,
        headers: { 'x-tickets': 'true', authorization: token.admin },
      });
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        'Invalid guild ID',
      ]);
    },
  );
});

test.each(inGuild.filter((route) => /:(?!guild|user|role|member)\w+_id/.test(routePaths[route][1])))(
  '%s takes an id of decimal digits only, and says so',
  async (name) => {
    for (const wrong of ['abc', '0x105', '261.0', '1e2', '0', '-1', '99999999999']) {
      const params = {
        guild_id,
        ...somebody,
        panel_id: wrong,
        form_id: wrong,
        multi_panel_id: wrong,
        team_id: wrong,
        ticket_id: wrong,
      };
      const { status, json } = await send(name, { token: token.admin, params });
      const isTicket = routePaths[name][1].includes(':ticket_id');
      const text = isTicket
        ? `Invalid ticket ID provided: ${wrong}`
        : /(Panel|Form|Multi panel|Team): Enter a number: digits only\./;
      expect([status, json.error]).toEqual([
        400,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ]);
    }
  },
);

test('an id of another server is as unknown as one that does not exist', async () => {
  const other = await buildGuild(app.ctx);
  const foreignTicket = await buildTicket(app.ctx, { guild_id: other.guild_id, ticket_id: 7_000 });
  const foreign = {
    guild_id,
    ...somebody,
    ...(await buildRows(other.guild_id)),
    ticket_id: foreignTicket.ticket_id,
  };
  const none = 2_000_000;
  const missing = {
    guild_id,
    ...somebody,
    panel_id: none,
    form_id: none,
    multi_panel_id: none,
    team_id: none,
    ticket_id: none,
  };
  const named = inGuild.filter((route) => /:(?!guild)\w+_id/.test(routePaths[route][1]));
  for (const name of named.filter((route) => !forgiving.includes(route))) {
    const body = withBody.includes(name) ? JSON.stringify(sample(name)) : undefined;
    const [a, b] = await Promise.all(
      [foreign, missing].map((params) => send(name, { token: token.admin, params, ...(body && { body }) })),
    );
    expect([name, a?.status, a?.json.code]).toEqual([name, 404, b?.json.code]);
  }
});

/** Returns how the live socket at an address ends for a person: with its last frame, its code and its reason. */
async function endOf(path: string, params: Record<string, string | number>, who: string) {
  const address = path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
  const socket = new WebSocket(app.url.replace('http', 'ws') + address, { origin: 'http://dashboard.test' });
  const frames: unknown[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', data: { token: who } })));
  const [code, reason] = await once(socket, 'close');
  return { frames, code, reason: String(reason) };
}

describe.each(sockets)('the live socket %s', (path) => {
  test('lets no one in whose token is not ours', async () => {
    for (const wrong of ['', 'garbage', `${token.admin.slice(0, -1)}!`]) {
      const end = await endOf(path, { guild_id, ticket_id }, wrong);
      expect(end).toEqual({ frames: [{ error: 'Invalid token' }], code: 1008, reason: 'Invalid token' });
    }
  });

  test('ends for a stranger exactly as if there were no such server and no such ticket', async () => {
    const there = await endOf(path, { guild_id, ticket_id }, token.stranger);
    expect(there).toMatchObject({ frames: [{ error: expect.any(String) }], code: 1008 });
    expect(await endOf(path, { guild_id, ticket_id: 2_000_000 }, token.stranger)).toEqual(there);
    expect(await endOf(path, { guild_id: randomId(), ticket_id }, token.stranger)).toEqual(there);
  });

  test('tells a member without a level nothing about which tickets there are', async () => {
    const there = await endOf(path, { guild_id, ticket_id }, token.nobody);
    expect(there.frames).toEqual([{ error: expect.stringMatching(/^You do not have permission/) }]);
    expect(await endOf(path, { guild_id, ticket_id: 2_000_000 }, token.nobody)).toEqual(there);
  });
});

test('the live socket of a ticket knows no ticket of another server', async () => {
  const other = await buildGuild(app.ctx);
  const foreign = await buildTicket(app.ctx, { guild_id: other.guild_id, ticket_id: 8_000 });
  const [path = ''] = sockets.filter((socket) => socket.includes(':ticket_id'));
  for (const missing of [foreign.ticket_id, 2_000_000]) {
    const { frames } = await endOf(path, { guild_id, ticket_id: missing }, token.admin);
    expect(frames).toEqual([{ error: 'Ticket not found' }]);
  }
});

test.each(withBody)('%s says plainly that a body is not JSON', async (name) => {
  for (const body of ['{', '{"a":}', 'nope', '[1,']) {
    const { status, json } = await send(name, { token: token.admin, body });
    expect([status, json.code]).toEqual([400, 'request.malformed']);
  }
});

test('a body that is not JSON at all, or too large, is named as such', async () => {
  const form = await send('settings.save', {
    token: token.admin,
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([form.status, form.json.code]).toEqual([415, 'request.unsupported_media_type']);
  const large = await send('settings.save', {
    token: token.admin,
    body: JSON.stringify({ a: 'x'.repeat(2 << 20) }),
  });
  expect([large.status, large.json.code]).toEqual([413, 'request.too_large']);
});

test.each(withBody)('%s breaks at no depth of what is sent', async (name) => {
  const deep = `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`;
  for (const body of [deep, `{"message":${deep},"embed":${deep}}`]) {
    const { status } = await send(name, { token: token.admin, body });
    expect(status).toBeLessThan(500);
  }
});

test('every problem of an input is told at once, with its path', async () => {
  const { status, json } = await send('settings.save', {
    token: token.admin,
    body: JSON.stringify({ users_can_close: 'yes', auto_close: { since_last_message: 'soon' } }),
  });
  expect([status, json.code]).toEqual([400, 'request.invalid']);
  const paths = json.fields.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['users_can_close', 'auto_close.since_last_message']);
});

test('unknown addresses of the API answer JSON, whatever the method', async () => {
  for (const path of ['/api/nothing', `/api/${guild_id}/nothing`, '/user/nothing', '/api', '/files/x/y']) {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const response = await fetch(app.url + path, { method, headers: { 'x-tickets': 'true' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ success: false, code: 'route.not_found' });
    }
  }
});

test('an error carries the id of its request, in the body and in the header', async () => {
  const { headers, json } = await send('settings.get');
  expect(json.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('x-request-id')).toBe(json.request_id);
});

test('an address that cannot be decoded is refused and breaks nothing', async () => {
  const response = await fetch(`${app.url}/api/%E0%A4%A/guild`, {
    headers: { 'x-tickets': 'true', authorization: token.admin },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'request.address_invalid' });
});

describe('hostile input', () => {
  const seeds = [1, 2, 3];
  test.each(seeds.flatMap((seed) => guarded.map((name) => ({ seed, name }))))(
    'never makes $name fail by itself (seed $seed)',
    async ({ seed, name }) => {
      const random = generator(seed * 7919 + names.indexOf(name));
      rows = await buildRows(guild_id); // Some routes delete theirs.
      for (let round = 0; round < 12; round++) {
        // Logging out would make every later call of the round a 401.
        if (name === 'session.logout') return;
        const isPathTurn = round % 3 === 2;
        const ids = Object.entries({ ...rows, ticket_id, ...somebody }).map(([key, id]) => [
          key,
          isPathTurn ? oddText(random) || 'x' : id,
        ]);
        const params = { guild_id, ...Object.fromEntries(ids) };
        const body = 'body' in routes[name] ? JSON.stringify(mutated(sample(name), random)) : undefined;
        const { status, text } = await send(name, {
          token: token.admin,
          params,
          ...(body !== undefined && { body }),
        });
        // 502 says that Discord is down, as it is here.
        if (status >= 500 && status !== 502) throw new Error(`${name} ${body} answered ${status} ${text}`);
      }
    },
  );
});

/** A body as the dashboard would send it, to be broken in one place after another. */
function sample(name: RouteName): unknown {
  const embed = {
    title: 'T',
    url: 'https://a.example',
    description: 'D',
    colour: 1,
    author: { name: 'A', icon_url: null, url: null },
    image_url: 'https://a.example/i.png',
    footer: { text: 'F', icon_url: null },
    timestamp: '2026-11-21T10:00',
    fields: [{ name: 'N', value: 'V', inline: true }],
  };
  const panel = {
    title: 'T',
    content: 'C',
    colour: 1,
    channel_id: text_id,
    category_id: null,
    emote: '📩',
    button_style: 1,
    button_label: 'L',
    image_url: 'https://a.example/i.png',
    form_id: rows.form_id,
    exit_survey_form_id: rows.form_id,
    pending_category: null,
    naming_scheme: '%id%',
    mentions: ['user', 'here', guild_id],
    teams: [],
    welcome_message: embed,
    access_control_list: [{ role_id: guild_id, action: 'allow' }],
  };
  const multiPanel = {
    channel_id: text_id,
    panels: [rows.panel_id, { panel_id: second_panel_id }],
    select_menu: true,
    select_menu_placeholder: 'P',
    embed,
  };
  const question = { label: 'L', placeholder: 'P', position: 2, style: 1, required: true, max_length: 9 };
  const samples: Partial<Record<RouteName, unknown>> = {
    'settings.save': {
      ticket_limit: 5,
      welcome_message: 'Hello',
      naming_scheme: 'id',
      archive_channel: null,
      category: '0',
      language: 'en',
      use_threads: false,
      context_menu_permission_level: '0',
      context_menu_panel: null,
      overflow_category_id: '123',
      claim_settings: { support_can_view: true, support_can_type: false },
      auto_close: { enabled: true, on_user_leave: false, since_last_message: 10 },
      colours: { 0: '#ffffff', 1: '#000000' },
    },
    'colours.save': { 0: '#ffffff', 1: '#000000' },
    'override.grant': { time_period: 1 },
    'panels.create': panel,
    'panels.update': panel,
    'multi_panels.create': multiPanel,
    'multi_panels.update': multiPanel,
    'forms.create': { title: 'Report a player' },
    'forms.rename': { title: 'Report a player' },
    'teams.create': { name: 'Billing' },
    'forms.save_inputs': {
      create: [question],
      update: [{ ...question, id: input_id, position: 1 }],
      delete: [],
    },
    'blacklist.add': { entity_type: 0, snowflake: somebody.user_id },
    'tags.save': { id: 'docs', content: 'Read the docs', use_embed: true, use_guild_command: false, embed },
    'tags.remove': { tag_id: 'docs' },
    'tickets.send_tag': { tag_id: 'docs', idempotency_key: 'abcdefgh' },
    'tickets.reply': { message: { type: 'message', content: 'hi' }, idempotency_key: 'abcdefgh' },
    'own_tickets.write': { message: { content: 'hi' }, idempotency_key: 'abcdefgh' },
    'own_tickets.rate': { rating: 5 },
    'own_tickets.answer_survey': { answers: { a: 'b' }, shown_at: '2026-11-21T10:00:00.000Z' },
    'tickets.mark_read': { message_id: text_id },
    'tickets.transfer': { user_id: text_id },
    'tickets.close': { reason: 'done' },
    'transcripts.list': { id: '1', username: 'a', user_id: '1', rating: '0', panel_id: 1, page: 1 },
  };
  return samples[name] ?? {};
}

type Random = () => number;

/** mulberry32: the same seed gives the same attack. */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const odd: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  1e21,
  1e308,
  '',
  'null',
  '0',
  '-1',
  '9223372036854775808',
  '99999999999999999999999',
  '\0',
  'a\0b',
  '\ud800',
  '%00',
  "'; drop table guilds; --",
  'x'.repeat(5000),
  '😀'.repeat(600),
  [],
  [[[]]],
  {},
  { __proto__: null, constructor: 1 },
  { toString: 1 },
];

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T; // The list is not empty.
}

function oddText(random: Random): string {
  return String(
    pick(
      random,
      odd.filter((value) => typeof value !== 'object'),
    ),
  )
    .slice(0, 200)
    .toWellFormed();
}

function mutated(value: unknown, random: Random): unknown {
  if (random() < 0.2) return pick(random, odd);
  if (Array.isArray(value)) return value.map((entry) => mutated(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, mutated(entry, random)]);
  if (random() < 0.3) entries.push([pick(random, ['__proto__', 'extra', '0', '\0']), pick(random, odd)]);
  return Object.fromEntries(entries);
}
