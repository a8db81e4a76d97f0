import { once } from 'node:events';
import type { LiveServerFrame } from '@tickets/contract/live';
import { SettingsInput } from '@tickets/contract/settings';
import { changeSettings } from '@tickets/core/settings/change';
import { saveSettings } from '@tickets/core/settings/save';
import { startTestApp, type TestApp } from '@tickets/testkit/app';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
} from '@tickets/testkit/factories';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

let app: TestApp;
let guild_id: string;
let ticket: { guild_id: string; ticket_id: number };
let opener_id: string;
let token: string;
const open: WebSocket[] = [];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  ({ guild_id } = await buildGuild(app.ctx));
  ({ user_id: opener_id } = await buildUser(app.ctx));
  const { ticket_id } = await buildTicket(app.ctx, { guild_id, opener_id });
  ticket = { guild_id, ticket_id };
  token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 1 }));
});

/** A socket with everything that it was sent. */
function connect(
  path = `/api/${guild_id}/tickets/${ticket.ticket_id}/live-chat`,
  origin = 'http://dashboard.test',
) {
  const socket = new WebSocket(app.url.replace('http', 'ws') + path, { origin });
  open.push(socket);
  const frames: (LiveServerFrame & {
    error?: string;
    type?: string;
    data?: { seq?: number; id?: string };
  })[] = [];
  let closed = false;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => undefined);
  return {
    socket,
    frames,
    isClosed: () => closed,
    async auth(data: object) {
      if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'auth', data }));
    },
    /** Waits until this many frames have come. */
    async until(count: number) {
      await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(count), { timeout: 5000 });
      return frames;
    },
    async untilRefused(error: string) {
      await vi.waitFor(() => expect(closed).toBe(true), { timeout: 5000 });
      expect(frames.at(-1)).toEqual({ error });
    },
  };
}

/** A message as the bot would record it: the row, then the event. */
async function say(content: string, change: 'create' | 'update' | 'delete' = 'create', row = {}) {
  const message = await buildMessage(app.ctx, { ...ticket, author_id: opener_id, content, ...row });
  const { message_id, seq } = message;
  app.ctx.events.publish({ type: 'ticket.message', ...ticket, message_id, seq, change });
  return message;
}

test('a message arrives as it is written', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  const { message_id, seq } = await say('Hello');
  const frames = await reader.until(2);
  expect(frames).toMatchObject([
    { type: 'authenticated', data: { seq: 0 } },
    { type: 'message', data: { id: message_id, seq, content: 'Hello', author: { id: opener_id } } },
  ]);
});

test('the opener may listen without a level', async () => {
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const reader = connect();
  await reader.auth({ token: await buildSession(app.ctx, opener_id) });
  expect((await reader.until(1))[0]?.type).toBe('authenticated');
});

test('of a deleted message its opener hears no more than that it is gone, and staff hear what it said', async () => {
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const key = { token: await buildSession(app.ctx, opener_id), since: 0 };
  const [opener, staff] = [connect(), connect()];
  await opener.auth(key);
  await staff.auth({ token });
  await Promise.all([opener.until(1), staff.until(1)]);
  const { message_id, seq } = await say('secret', 'delete', {
    deleted_at: new Date(),
    embeds: JSON.stringify([{ title: 'secret' }]),
    author_name: 'secret',
  });
  const back = connect();
  await back.auth(key);
  const bare = { content: '', attachments: [], embeds: [], components: [] };
  for (const reader of [opener, back]) {
    const frames = await reader.until(2);
    expect(frames[1]).toMatchObject({ type: 'message_delete', data: { id: message_id, seq, ...bare } });
    expect(JSON.stringify(frames)).not.toContain('secret');
  }
  expect((await staff.until(2))[1]).toMatchObject({ type: 'message_delete', data: { content: 'secret' } });
});

test('a ticket that goes to a panel of other people tells its opener from there on what any member hears', async () => {
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  ({ ticket_id: ticket.ticket_id } = await buildTicket(app.ctx, { guild_id, opener_id: user_id }));
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false });
  const reader = connect();
  await reader.auth({ token: await buildSession(app.ctx, user_id) });
  await reader.until(1);
  await say('among us', 'delete', { deleted_at: new Date() });
  await reader.until(2);
  await app.ctx.db
    .updateTable('tickets')
    .set({ panel_id: panel.panel_id, claimed_by: user_id })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  await reader.until(3);
  await say('among them', 'delete', { deleted_at: new Date() });
  const frames = await reader.until(4);
  expect(frames.map(({ type, data }) => [type, data && 'content' in data ? data.content : ''])).toEqual([
    ['authenticated', ''],
    ['message_delete', 'among us'],
    ['ticket_update', ''],
    ['message_delete', ''],
  ]);
});

test('a message brings the names of those whom it mentions, also in its embeds, and of nobody else', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  const [claimer, other] = [await buildUser(app.ctx), await buildUser(app.ctx)];
  await say('', 'create', {
    embeds: JSON.stringify([{ description: `Handled by <@${claimer.user_id}> of <@&${guild_id}>` }]),
  });
  await say(`<@${other.user_id}>`);
  await say('nobody');
  const frames = await reader.until(4);
  expect(frames.slice(1).map((frame) => 'mentions' in frame && frame.mentions)).toEqual([
    { users: { [claimer.user_id]: claimer.username }, roles: { [guild_id]: '@everyone' }, channels: {} },
    { users: { [other.user_id]: other.username }, roles: {}, channels: {} },
    { users: {}, roles: {}, channels: {} },
  ]);
});

test('whoever comes back gets exactly what was missed, in order, while more keeps coming', async () => {
  for (let i = 1; i <= 20; i++) await say(`early ${i}`);
  const reader = connect();
  const writing = (async () => {
    for (let i = 1; i <= 20; i++) await say(`late ${i}`);
  })();
  await reader.auth({ token, since: 5 });
  await writing;
  const frames = await reader.until(36);
  expect(frames[0]).toEqual({ type: 'authenticated', data: { seq: 5 } });
  expect(frames.slice(1).map(({ data }) => data?.seq)).toEqual(Array.from({ length: 35 }, (_, i) => i + 6));
});

/** A later change of a message, as the bot would record it. */
async function change({ message_id }: { message_id: string }, set: object) {
  const next = await buildMessage(app.ctx, ticket);
  await app.ctx.db.deleteFrom('ticket_messages').where('message_id', '=', next.message_id).execute();
  const { seq } = next;
  await app.ctx.db
    .updateTable('ticket_messages')
    .set({ seq, ...set })
    .where('message_id', '=', message_id)
    .execute();
  app.ctx.events.publish({ type: 'ticket.message', ...ticket, message_id, seq, change: 'update' });
}

test('edits, previews of links and deletions are told as such, once each, also of messages that are older than the connection', async () => {
  const older = await say('older');
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  const newer = await say('newer');
  await reader.until(2);
  const preview = { embeds: JSON.stringify([{ title: 'A page' }]) };
  await change(newer, preview);
  await reader.until(3);
  await change(older, preview);
  await reader.until(4);
  await change(older, { edited_at: new Date() });
  await reader.until(5);
  await change(newer, { deleted_at: new Date() });
  const frames = await reader.until(6);
  const told = (type: string, { message_id }: { message_id: string }) => ({ type, data: { id: message_id } });
  expect(frames.slice(1)).toMatchObject([
    told('message', newer),
    told('message_update', newer),
    told('message_update', older),
    told('message_update', older),
    told('message_delete', newer),
  ]);
});

test('whoever was away is told of a message that was written and edited meanwhile as a new one, and only then', async () => {
  const known = await say('known');
  const missed = await say('missed');
  await change(missed, { edited_at: new Date() });
  await change(known, { edited_at: new Date() });
  const reader = connect();
  await reader.auth({ token, since: known.seq });
  const frames = await reader.until(3);
  expect(frames.slice(1)).toMatchObject([
    { type: 'message', data: { id: missed.message_id } },
    { type: 'message_update', data: { id: known.message_id } },
  ]);
});

test('a claim, whose turn it is to answer, and the end of the ticket are told', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  const change = async (values: object) => {
    await app.ctx.db
      .updateTable('tickets')
      .set(values)
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .execute();
    app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  };
  await change({ claimed_by: opener_id });
  await reader.until(2);
  await change({ last_message_is_staff: true });
  await reader.until(3);
  await change({ status: 'closing' });
  await reader.until(4);
  await change({ status: 'closed' });
  await say('the last word');
  const frames = await reader.until(5);
  expect(frames.slice(1, 4)).toEqual([
    { type: 'ticket_update', data: { claimed_by: opener_id, last_response_is_staff: null } },
    { type: 'ticket_update', data: { claimed_by: opener_id, last_response_is_staff: true } },
    { type: 'ticket_closed' },
  ]);
  expect(frames[4]?.type).toBe('message');
});

test('nothing of another ticket is told', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  const other = await buildTicket(app.ctx, { guild_id });
  const { message_id, seq } = await buildMessage(app.ctx, { guild_id, ticket_id: other.ticket_id });
  app.ctx.events.publish({
    type: 'ticket.message',
    guild_id,
    ticket_id: other.ticket_id,
    message_id,
    seq,
    change: 'create',
  });
  const mine = await say('mine');
  const frames = await reader.until(2);
  expect(frames.slice(1)).toMatchObject([{ data: { id: mine.message_id } }]);
});

test('a page of somebody else may not open a socket', async () => {
  for (const origin of ['https://evil.test', 'http://dashboard.test.evil.test', 'null']) {
    const { socket } = connect(undefined, origin);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
  }
});

test.each<[string, () => Promise<string> | string, string]>([
  ['no JSON', () => 'nope', 'Malformed event payload'],
  ['another first frame', () => '{"type":"hello"}', 'Unauthorized'],
  ['a token that is not ours', () => '{"type":"auth","data":{"token":"x"}}', 'Invalid token'],
  [
    'a member without a level',
    async () =>
      JSON.stringify({
        type: 'auth',
        data: { token: await buildSession(app.ctx, await buildMember(app.ctx, { guild_id })) },
      }),
    'You do not have permission to view this ticket',
  ],
])('%s is refused in words, and the socket closes', async (_name, frame, error) => {
  const reader = connect();
  const text = await frame();
  if (reader.socket.readyState !== WebSocket.OPEN) await once(reader.socket, 'open');
  reader.socket.send(text);
  await reader.untilRefused(error);
});

test('an unknown ticket, or an address that names none, is refused in words', async () => {
  const unknown = connect(`/api/${guild_id}/tickets/999/live-chat`);
  await unknown.auth({ token });
  await unknown.untilRefused('Ticket not found');
  await connect(`/api/${guild_id}/tickets/x/live-chat`).untilRefused('Ticket not found');
});

test('a second sign-in ends the socket', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  await reader.auth({ token });
  await reader.untilRefused('Already authenticated');
});

test('whoever asks whether we are still there is answered, also while it is looked up who they are', async () => {
  const reader = connect();
  const slow = await app.ctx.db.startTransaction().execute();
  try {
    await sql`lock table guild_members`.execute(slow);
    await reader.auth({ token });
    reader.socket.send('{"type":"ping"}');
    await reader.until(1);
  } finally {
    await slow.rollback().execute();
  }
  await reader.until(2);
  reader.socket.send('{"type":"ping"}');
  const frames = await reader.until(3);
  expect(frames.map(({ type }) => type)).toEqual(['pong', 'authenticated', 'pong']);
});

test('nobody is answered before they have said who they are', async () => {
  const reader = connect();
  await once(reader.socket, 'open');
  reader.socket.send('{"type":"ping"}');
  await reader.untilRefused('Unauthorized');
});

test('losing the level ends the socket at once, and nothing that comes after is told', async () => {
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const [reader, other] = [connect(), connect()];
  await reader.auth({ token: await buildSession(app.ctx, user_id) });
  await other.auth({ token });
  await Promise.all([reader.until(1), other.until(1)]);
  await app.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
  const slow = await app.ctx.db.startTransaction().execute();
  await sql`lock table guild_members`.execute(slow);
  app.ctx.events.publish({ type: 'access.changed', guild_id, user_id });
  await say('secret');
  await other.until(2);
  await slow.rollback().execute();
  await reader.untilRefused('You do not have permission to view this ticket');
  expect(reader.frames).toHaveLength(2);
});

test('a ticket that goes to a panel of other people is no longer told', async () => {
  const team_id = await buildTeam(app.ctx, { guild_id });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  await app.ctx.db
    .updateTable('tickets')
    .set({ panel_id: panel.panel_id })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  await reader.untilRefused('You do not have permission to view this ticket');
});

test('what was said while it was asked whether somebody may still listen is told after that', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  app.ctx.events.publish({ type: 'access.changed', guild_id });
  for (const text of ['one', 'two']) {
    await say(text);
    app.ctx.events.publish({ type: 'access.changed', guild_id });
  }
  await say('three');
  const frames = await reader.until(4);
  expect(frames.slice(1).map(({ data }) => data?.seq)).toEqual([1, 2, 3]);
});

describe('many readers', () => {
  const asked: unknown[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  beforeAll(() => {
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...args: unknown[]) {
        asked.push(args[0]);
        return query.apply(this, args);
      },
    });
  });
  afterAll(() => {
    Object.assign(pg.Client.prototype, { query });
  });

  test('of one ticket cost the database as much as one, when they come, listen and are looked at again', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 50 }, async () =>
        buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 1 })),
      ),
    );
    const readers = tokens.map(() => connect());
    await Promise.all(readers.map(({ socket }) => once(socket, 'open')));
    asked.length = 0;
    await Promise.all(readers.map((reader, n) => reader.auth({ token: tokens[n] })));
    await Promise.all(readers.map((reader) => reader.until(1)));
    expect(asked.length).toBeLessThan(50);

    asked.length = 0;
    await say('to all');
    await Promise.all(readers.map((reader) => reader.until(2)));
    expect(asked.length).toBeLessThan(20);

    asked.length = 0;
    app.ctx.events.publish({ type: 'access.changed', guild_id });
    await say('once more');
    await Promise.all(readers.map((reader) => reader.until(3)));
    expect(asked.length).toBeLessThan(50);
  });

  test('of whom one takes nothing: that one is let go, and the others hear everything', async () => {
    const [stuck, listening] = [connect(), connect()];
    for (const reader of [stuck, listening]) {
      await reader.auth({ token });
      await reader.until(1);
    }
    stuck.socket.pause();
    const sockets = app.api.websocketServer.clients.size;
    // The system itself keeps some megabytes for a reader.
    for (let n = 1; app.api.websocketServer.clients.size === sockets; n += 1) {
      expect(n, 'messages until it was let go').toBeLessThan(400);
      await say('x'.repeat(100_000));
      await listening.until(1 + n);
    }
    expect(listening.frames.slice(1).map(({ data }) => data?.seq)).toEqual(
      listening.frames.slice(1).map((_, n) => n + 1),
    );
  });
});

test('logging out ends the socket at once', async () => {
  const reader = connect();
  await reader.auth({ token });
  await reader.until(1);
  expect((await app.call('session.logout', { token })).status).toBe(204);
  await reader.untilRefused('Invalid token');
});

test('a server without premium has no live tickets', async () => {
  await using free = await startTestApp({ config: { premium: 'entitlements' } });
  const { guild_id: id } = await buildGuild(free.ctx);
  const { ticket_id } = await buildTicket(free.ctx, { guild_id: id });
  const admin = await buildSession(free.ctx, await buildMember(free.ctx, { guild_id: id, level: 2 }));
  const socket = new WebSocket(`${free.url.replace('http', 'ws')}/api/${id}/tickets/${ticket_id}/live-chat`, {
    origin: 'http://dashboard.test',
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', data: { token: admin } }));
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toEqual({ error: 'Live-chat requires premium to use' });
  socket.terminate();
});

test('whoever says nothing is let go, and whoever only answers pings stays', async () => {
  await using hasty = await startTestApp({
    api: { live_times: { auth_within: 300, ping_every: 100, silent_for: 1000 } },
  });
  const guild = await buildGuild(hasty.ctx);
  const owner = await buildSession(hasty.ctx, guild.owner_id);
  const address = `${hasty.url.replace('http', 'ws')}/api/${guild.guild_id}/live`;
  const dial = (options = {}) => new WebSocket(address, { origin: 'http://dashboard.test', ...options });
  const auth = JSON.stringify({ type: 'auth', data: { token: owner } });

  const [mute, deaf, alive] = [dial(), dial({ autoPong: false }), dial()];
  for (const socket of [deaf, alive]) socket.on('open', () => socket.send(auth));
  const [data] = await once(mute, 'message');
  expect(JSON.parse(String(data))).toEqual({ error: 'Unauthorized' });
  const [code] = await once(deaf, 'close');
  expect(code).toBe(1006);
  expect(alive.readyState).toBe(WebSocket.OPEN);
  alive.terminate();
});

test('a level that was lost without a word is noticed by the next look', async () => {
  await using hasty = await startTestApp({ api: { live_times: { recheck_every: 100 } } });
  const guild = await buildGuild(hasty.ctx);
  const user_id = await buildMember(hasty.ctx, { guild_id: guild.guild_id, level: 1 });
  const address = `${hasty.url.replace('http', 'ws')}/api/${guild.guild_id}/live`;
  const socket = new WebSocket(address, { origin: 'http://dashboard.test' });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', data: { token: await buildSession(hasty.ctx, user_id) } }));
  await once(socket, 'message');
  await hasty.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toEqual({ error: 'You do not have permission to view this server' });
});

test('a frame over 32 KiB ends the socket', async () => {
  const reader = connect();
  await once(reader.socket, 'open');
  reader.socket.send('x'.repeat(33 * 1024));
  const [code] = await once(reader.socket, 'close');
  expect(code).toBe(1009);
});

test('the list socket tells administrators of changed tickets, and staff only of those of their teams', async () => {
  const user_id = await buildMember(app.ctx, { guild_id });
  const team_id = await buildTeam(app.ctx, { guild_id, user_ids: [user_id] });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const own = await buildTicket(app.ctx, { guild_id, panel_id: panel.panel_id });
  const path = `/api/${guild_id}/live`;
  const [everything, team, support, nobody] = [connect(path), connect(path), connect(path), connect(path)];
  await everything.auth({
    token: await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 })),
  });
  await support.auth({ token });
  await team.auth({ token: await buildSession(app.ctx, user_id) });
  await nobody.auth({ token: await buildSession(app.ctx, await buildMember(app.ctx, { guild_id })) });
  await nobody.untilRefused('You do not have permission to view this server');
  await Promise.all([everything.until(1), team.until(1), support.until(1)]);
  for (const ticket_id of [ticket.ticket_id, own.ticket_id])
    app.ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  const told = (ticket_id: number) => ({
    type: 'tickets_changed',
    data: { ticket_id, ticket: { id: ticket_id } },
  });
  const ours = told(ticket.ticket_id);
  expect((await everything.until(3)).slice(1)).toMatchObject([ours, told(own.ticket_id)]);
  expect((await support.until(2)).slice(1)).toMatchObject([ours]);
  expect((await team.until(2)).slice(1)).toMatchObject([told(own.ticket_id)]);
});

test('the list socket tells how the line of a changed ticket stands now, and of one that is not open that it went', async () => {
  const list = connect(`/api/${guild_id}/live`);
  await list.auth({ token });
  await list.until(1);
  const change = async (values: object) => {
    await app.ctx.db
      .updateTable('tickets')
      .set(values)
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .execute();
    app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  };
  await change({ claimed_by: opener_id, last_message_is_staff: true });
  await list.until(2);
  const { body } = await app.call('tickets.list', { params: { guild_id }, token });
  await change({ status: 'closing' });
  const frames = await list.until(3);
  expect(frames.slice(1)).toEqual([
    {
      type: 'tickets_changed',
      data: {
        ticket_id: ticket.ticket_id,
        ticket: body.tickets[0],
        panel_title: null,
        users: body.resolved_users,
      },
    },
    { type: 'tickets_changed', data: expect.objectContaining({ ticket_id: ticket.ticket_id, ticket: null }) },
  ]);
});

test('a claim that hides a ticket ends its sockets for other staff and takes it from their list once, until it is free', async () => {
  await changeSettings(app.ctx.db, guild_id, { support_can_view: false });
  const claimer = await buildMember(app.ctx, { guild_id, level: 1 });
  const admin = await buildMember(app.ctx, { guild_id, level: 2 });
  const path = `/api/${guild_id}/live`;
  const [view, kept] = [connect(), connect()];
  const [list, adminList] = [connect(path), connect(path)];
  await Promise.all([view.auth({ token }), list.auth({ token })]);
  await kept.auth({ token: await buildSession(app.ctx, claimer) });
  await adminList.auth({ token: await buildSession(app.ctx, admin) });
  await Promise.all([view, kept, list, adminList].map((reader) => reader.until(1)));
  const claimedBy = async (claimed_by: string | null) => {
    await app.ctx.db
      .updateTable('tickets')
      .set({ claimed_by })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .execute();
    app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  };
  await claimedBy(claimer);
  await view.untilRefused('You do not have permission to view this ticket');
  await Promise.all([list.until(2), kept.until(2), adminList.until(2)]);
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  await adminList.until(3);
  await claimedBy(null);
  const { ticket_id } = ticket;
  const gone = { ticket_id, ticket: null, panel_title: null, users: {} };
  expect((await list.until(3)).slice(1)).toMatchObject([
    { type: 'tickets_changed', data: gone },
    { type: 'tickets_changed', data: { ticket_id, ticket: { id: ticket_id, claimed_by: null } } },
  ]);
  expect(list.frames[1]?.data).toEqual(gone);
  expect(kept.isClosed()).toBe(false);

  await claimedBy(claimer);
  await list.until(4);
  const late = connect();
  await late.auth({ token, since: 0 });
  await late.untilRefused('You do not have permission to view this ticket');
});

test('when the settings begin to hide claimed tickets, those who read one are shown out and lists are read again', async () => {
  const claimer = await buildMember(app.ctx, { guild_id, level: 1 });
  await app.ctx.db
    .updateTable('tickets')
    .set({ claimed_by: claimer })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
  const [view, list] = [connect(), connect(`/api/${guild_id}/live`)];
  await Promise.all([view.auth({ token }), list.auth({ token })]);
  await Promise.all([view.until(1), list.until(1)]);
  const admin = await buildMember(app.ctx, { guild_id, level: 2 });
  const { body } = await app.call('settings.get', {
    params: { guild_id },
    token: await buildSession(app.ctx, admin),
  });
  const saved = { ...body, claim_settings: { support_can_view: false, support_can_type: false } };
  await saveSettings(app.ctx, { kind: 'user', user_id: admin }, guild_id, SettingsInput.parse(saved));
  await view.untilRefused('You do not have permission to view this ticket');
  expect((await list.until(2))[1]).toEqual({ type: 'list_changed' });
});

test('that a list may hold other tickets now is told to the readers of that server alone', async () => {
  const list = connect(`/api/${guild_id}/live`);
  await list.auth({ token });
  await list.until(1);
  const { guild_id: elsewhere } = await buildGuild(app.ctx);
  app.ctx.events.publish({ type: 'list.changed', guild_id: elsewhere });
  app.ctx.events.publish({ type: 'list.changed', guild_id });
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  expect((await list.until(3)).slice(1).map(({ type }) => type)).toEqual(['list_changed', 'tickets_changed']);
});

test('names that became known are told to the readers of that server alone', async () => {
  const list = connect(`/api/${guild_id}/live`);
  const view = connect();
  for (const reader of [list, view]) {
    await reader.auth({ token });
    await reader.until(1);
  }
  const { guild_id: elsewhere } = await buildGuild(app.ctx);
  app.ctx.events.publish({ type: 'names.learned', guild_id: elsewhere });
  app.ctx.events.publish({ type: 'names.learned', guild_id });
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  expect((await list.until(3)).slice(1).map(({ type }) => type)).toEqual([
    'names_learned',
    'tickets_changed',
  ]);
  expect((await view.until(2)).slice(1).map(({ type }) => type)).toEqual(['names_learned']);
});
