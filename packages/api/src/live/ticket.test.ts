import { once } from 'node:events';
import {
  buildMember,
  buildMessage,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import type { TestApp } from '@tickets/testkit/worlds/app';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

let world: LiveWorld;
let app: TestApp;
let desk: LiveDesk;

beforeAll(async () => {
  world = await startLiveWorld();
  ({ app } = world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.hangUp();
  desk = await world.addDesk();
});

test('a message arrives as it is written', async () => {
  const { opener_id, token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  const { message_id, seq } = await desk.say('Hello');
  const frames = await reader.until(2);
  expect(frames).toMatchObject([
    { type: 'authenticated', data: { seq: 0 } },
    { type: 'message', data: { id: message_id, seq, content: 'Hello', author: { id: opener_id } } },
  ]);
});

test('the opener may listen without a level', async () => {
  const { guild_id, opener_id } = desk;
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const reader = desk.openTicket();
  await reader.auth({ token: await buildSession(app.ctx, opener_id) });
  expect((await reader.until(1))[0]?.type).toBe('authenticated');
});

test.each([
  ['the opener has left the server', { present: false, left_at: null }],
  ['the bot has left the server', { present: true, left_at: new Date() }],
])('the opener reads and hears their ticket also when %s, and nobody else does', async (_, gone) => {
  const { guild_id, opener_id, ticket } = desk;
  await buildMember(app.ctx, { guild_id, user_id: opener_id, present: gone.present });
  const other = await buildMember(app.ctx, { guild_id, present: gone.present });
  const { left_at } = gone;
  await app.ctx.db.updateTable('guilds').set({ left_at }).where('guild_id', '=', guild_id).execute();
  const [opener, stranger] = [desk.openTicket(), desk.openTicket()];
  const token = await buildSession(app.ctx, opener_id);
  const read = await app.call('tickets.get', {
    params: { guild_id, ticket_id: ticket.ticket_id },
    query: {},
    token,
  });
  expect(read.status).toBe(200);
  await opener.auth({ token });
  await stranger.auth({ token: await buildSession(app.ctx, other) });
  await stranger.untilRefused('Ticket not found');
  await opener.until(1);
  await desk.say('Still here');
  await desk.say('secret', 'delete', { deleted_at: new Date() });
  app.ctx.events.publish({ type: 'access.changed', guild_id });
  await desk.say('And still');
  const frames = await opener.until(4);
  expect(frames.slice(1).map(({ data }) => data && 'content' in data && data.content)).toEqual([
    'Still here',
    '',
    'And still',
  ]);
});

test('of a deleted message its opener hears no more than that it is gone, and staff hear what it said', async () => {
  const { guild_id, opener_id, token } = desk;
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const key = { token: await buildSession(app.ctx, opener_id), since: 0 };
  const [opener, staff] = [desk.openTicket(), desk.openTicket()];
  await opener.auth(key);
  await staff.auth({ token });
  await Promise.all([opener.until(1), staff.until(1)]);
  const { message_id, seq } = await desk.say('secret', 'delete', {
    deleted_at: new Date(),
    embeds: JSON.stringify([{ title: 'secret' }]),
    author_name: 'secret',
  });
  const back = desk.openTicket();
  await back.auth(key);
  const bare = { content: '', attachments: [], embeds: [], components: [] };
  for (const reader of [opener, back]) {
    const frames = await reader.until(2);
    expect(frames[1]).toMatchObject({ type: 'message_delete', data: { id: message_id, seq, ...bare } });
    expect(JSON.stringify(frames)).not.toContain('secret');
  }
  expect((await staff.until(2))[1]).toMatchObject({ type: 'message_delete', data: { content: 'secret' } });
});

test('over HTTP a deleted message comes with its mark to those who ask, and not at all to those who do not', async () => {
  const { ticket, token } = desk;
  const { message_id } = await desk.say('gone', 'delete', { deleted_at: new Date() });
  const read = async (query: { deleted?: boolean }) => {
    const { body } = await app.call('tickets.get', { params: ticket, query, token });
    return body.messages.map(({ id, deleted_timestamp }) => [id, deleted_timestamp !== null]);
  };
  expect(await read({})).toEqual([]);
  expect(await read({ deleted: false })).toEqual([]);
  expect(await read({ deleted: true })).toEqual([[message_id, true]]);
});

test('a ticket that goes to a panel of other people tells its opener from there on what any member hears', async () => {
  const { guild_id, ticket } = desk;
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  ({ ticket_id: ticket.ticket_id } = await buildTicket(app.ctx, { guild_id, opener_id: user_id }));
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false });
  const reader = desk.openTicket();
  await reader.auth({ token: await buildSession(app.ctx, user_id) });
  await reader.until(1);
  await desk.say('among us', 'delete', { deleted_at: new Date() });
  await reader.until(2);
  await desk.change({ panel_id: panel.panel_id, claimed_by: user_id, last_message_is_staff: true });
  expect((await reader.until(3))[2]).toMatchObject({ type: 'ticket_update', data: { claimed_by: null } });
  await desk.say('among them', 'delete', { deleted_at: new Date() });
  const frames = await reader.until(4);
  expect(frames.map(({ type, data }) => [type, data && 'content' in data ? data.content : ''])).toEqual([
    ['authenticated', ''],
    ['message_delete', 'among us'],
    ['ticket_update', ''],
    ['message_delete', ''],
  ]);
});

test('a message brings the names of those whom it mentions, also in its embeds, and of nobody else', async () => {
  const { guild_id, token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  const [claimer, other] = [await buildUser(app.ctx), await buildUser(app.ctx)];
  await desk.say('', 'create', {
    embeds: JSON.stringify([{ description: `Handled by <@${claimer.user_id}> of <@&${guild_id}>` }]),
  });
  await desk.say(`<@${other.user_id}>`);
  await desk.say('nobody');
  const frames = await reader.until(4);
  expect(frames.slice(1).map((frame) => 'mentions' in frame && frame.mentions)).toEqual([
    { users: { [claimer.user_id]: claimer.username }, roles: { [guild_id]: '@everyone' }, channels: {} },
    { users: { [other.user_id]: other.username }, roles: {}, channels: {} },
    { users: {}, roles: {}, channels: {} },
  ]);
});

test('whoever comes back gets exactly what was missed, in order, while more keeps coming', async () => {
  const { token } = desk;
  for (let i = 1; i <= 20; i++) await desk.say(`early ${i}`);
  const reader = desk.openTicket();
  const writing = (async () => {
    for (let i = 1; i <= 20; i++) await desk.say(`late ${i}`);
  })();
  await reader.auth({ token, since: 5 });
  await writing;
  const frames = await reader.until(36);
  expect(frames[0]).toEqual({ type: 'authenticated', data: { seq: 5 } });
  expect(frames.slice(1).map(({ data }) => data?.seq)).toEqual(Array.from({ length: 35 }, (_, i) => i + 6));
});

/** A later change of a message, as the bot would record it. */
async function change({ message_id }: { message_id: string }, set: object) {
  const { ticket } = desk;
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
  const { token } = desk;
  const older = await desk.say('older');
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  const newer = await desk.say('newer');
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

test('a message that was written and deleted while the reader was away never comes as one that is there', async () => {
  const { token } = desk;
  const missed = await desk.say('gone');
  await change(missed, { deleted_at: new Date() });
  const reader = desk.openTicket();
  await reader.auth({ token, since: 0 });
  const frames = await reader.until(2);
  expect(frames.map(({ type }) => type)).toEqual(['authenticated', 'message_delete']);
});

test('whoever was away is told of a message that was written and edited meanwhile as a new one, and only then', async () => {
  const { token } = desk;
  const known = await desk.say('known');
  const missed = await desk.say('missed');
  await change(missed, { edited_at: new Date() });
  await change(known, { edited_at: new Date() });
  const reader = desk.openTicket();
  await reader.auth({ token, since: known.seq });
  const frames = await reader.until(3);
  expect(frames.slice(1)).toMatchObject([
    { type: 'message', data: { id: missed.message_id } },
    { type: 'message_update', data: { id: known.message_id } },
  ]);
});

test('a claim, whose turn it is to answer, another name and the end of the ticket are told', async () => {
  const { opener_id, token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  await desk.change({ claimed_by: opener_id });
  await reader.until(2);
  await desk.change({ last_message_is_staff: true });
  await reader.until(3);
  await desk.change({ channel_name: 'the-leak' });
  await reader.until(4);
  await desk.change({ status: 'closing' });
  await reader.until(5);
  await desk.change({ status: 'closed' });
  await desk.say('the last word');
  const frames = await reader.until(6);
  expect(frames.slice(1, 5)).toMatchObject([
    { type: 'ticket_update', data: { claimed_by: opener_id, last_response_is_staff: null } },
    { type: 'ticket_update', data: { claimed_by: opener_id, last_response_is_staff: true } },
    { type: 'ticket_update', data: { channel_name: 'the-leak' } },
    { type: 'ticket_closed' },
  ]);
  expect(frames[5]?.type).toBe('message');
});

test('staff and the opener are told that a ticket is reopened, and that it is closed once more', async () => {
  const { guild_id, opener_id, token } = desk;
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const [staff, opener] = [desk.openTicket(), desk.openTicket()];
  await staff.auth({ token });
  await opener.auth({ token: await buildSession(app.ctx, opener_id), own: true });
  await Promise.all([staff.until(1), opener.until(1)]);
  let told = 1;
  for (const status of ['closing', 'open', 'closed', 'open', 'closing']) {
    await desk.change({ status });
    told += 1;
    await Promise.all([staff.until(told), opener.until(told)]);
  }
  for (const reader of [staff, opener])
    expect((await reader.until(told)).slice(1).map(({ type }) => type)).toEqual([
      'ticket_closed',
      'ticket_reopened',
      'ticket_closed',
      'ticket_reopened',
      'ticket_closed',
    ]);
});

test('nothing of another ticket is told', async () => {
  const { guild_id, token } = desk;
  const reader = desk.openTicket();
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
  const mine = await desk.say('mine');
  const frames = await reader.until(2);
  expect(frames.slice(1)).toMatchObject([{ data: { id: mine.message_id } }]);
});

test('an unknown ticket, or an address that names none, is refused in words', async () => {
  const { guild_id, token } = desk;
  const unknown = desk.connect(`/api/${guild_id}/tickets/999/live-chat`);
  await unknown.auth({ token });
  await unknown.untilRefused('Ticket not found');
  await desk.connect(`/api/${guild_id}/tickets/x/live-chat`).untilRefused('Ticket not found');
});

test('losing the level ends the socket at once, and nothing that comes after is told', async () => {
  const { guild_id, token } = desk;
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const [reader, other] = [desk.openTicket(), desk.openTicket()];
  await reader.auth({ token: await buildSession(app.ctx, user_id) });
  await other.auth({ token });
  await Promise.all([reader.until(1), other.until(1)]);
  await app.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
  const slow = await app.ctx.db.startTransaction().execute();
  await sql`lock table permissions`.execute(slow);
  app.ctx.events.publish({ type: 'access.changed', guild_id, user_id });
  await desk.say('secret');
  await other.until(2);
  await slow.rollback().execute();
  await reader.untilRefused('You do not have permission to view this ticket');
  expect(reader.frames).toHaveLength(2);
});

test('a ticket that goes to a panel of other people is no longer told', async () => {
  const { guild_id, token } = desk;
  const team_id = await buildTeam(app.ctx, { guild_id });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  await desk.change({ panel_id: panel.panel_id });
  await reader.untilRefused('You do not have permission to view this ticket');
});

test('what was said while it was asked whether somebody may still listen is told after that', async () => {
  const { guild_id, token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  app.ctx.events.publish({ type: 'access.changed', guild_id });
  for (const text of ['one', 'two']) {
    await desk.say(text);
    app.ctx.events.publish({ type: 'access.changed', guild_id });
  }
  await desk.say('three');
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
    const { guild_id } = desk;
    const tokens = await Promise.all(Array.from({ length: 50 }, async () => desk.signIn(1)));
    const readers = tokens.map(() => desk.openTicket());
    await Promise.all(readers.map(({ socket }) => once(socket, 'open')));
    asked.length = 0;
    await Promise.all(readers.map((reader, n) => reader.auth({ token: tokens[n] })));
    await Promise.all(readers.map((reader) => reader.until(1)));
    expect(asked.length).toBeLessThan(50);

    asked.length = 0;
    await desk.say('to all');
    await Promise.all(readers.map((reader) => reader.until(2)));
    expect(asked.length).toBeLessThan(20);

    asked.length = 0;
    app.ctx.events.publish({ type: 'access.changed', guild_id });
    await desk.say('once more');
    await Promise.all(readers.map((reader) => reader.until(3)));
    expect(asked.length).toBeLessThan(50);
  });

  test('of whom one takes nothing: that one is let go, and the others hear everything', async () => {
    const { token } = desk;
    const [stuck, listening] = [desk.openTicket(), desk.openTicket()];
    for (const reader of [stuck, listening]) {
      await reader.auth({ token });
      await reader.until(1);
    }
    stuck.socket.pause();
    const sockets = app.api.websocketServer.clients.size;
    // The system itself keeps some megabytes for a reader.
    for (let n = 1; app.api.websocketServer.clients.size === sockets; n += 1) {
      expect(n, 'messages until it was let go').toBeLessThan(400);
      await desk.say('x'.repeat(100_000));
      await listening.until(1 + n);
    }
    expect(listening.frames.slice(1).map(({ data }) => data?.seq)).toEqual(
      listening.frames.slice(1).map((_, n) => n + 1),
    );
  });
});

test('whoever takes nothing for a while is let go, though they still ask whether we are there', async () => {
  await using hasty = await startLiveWorld({ api: { live_times: { untaken_for: 500 } } });
  const { token, openTicket, say } = await hasty.addDesk();
  const reader = openTicket();
  await reader.auth({ token });
  await reader.until(1);
  const clients = hasty.app.api.websocketServer.clients;
  const [held] = clients;
  reader.socket.pause();
  for (let n = 0; held && held.bufferedAmount < 100_000; n += 1) {
    expect(n, 'messages until the system keeps no more for them').toBeLessThan(400);
    await say('x'.repeat(100_000));
  }
  const asking = setInterval(() => reader.socket.send('{"type":"ping"}'), 100);
  await vi.waitFor(() => expect(clients.size).toBe(0), { timeout: 5_000 });
  clearInterval(asking);
});

test('a server without premium has no live tickets', async () => {
  await using free = await startLiveWorld({ config: { premium: 'entitlements' } });
  const { signIn, openTicket } = await free.addDesk();
  const reader = openTicket();
  await reader.auth({ token: await signIn(2) });
  await reader.untilRefused('Live-chat requires premium to use');
});
