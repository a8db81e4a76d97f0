import { once } from 'node:events';
import type { Socket } from 'node:net';
import { liveClose } from '@tickets/contract/tickets/live';
import { buildGuild, buildSession } from '@tickets/testkit/data/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { socketsEach } from './live.ts';

// What fails here on purpose is reported.
allowDatabaseError(/42P01: relation/);
allowWarning(/"msg":"(Discord did not take back the tokens of a session that ended|a live socket failed)/);

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

test('a page of somebody else may not open a socket', async () => {
  const { guild_id, ticket } = desk;
  for (const origin of ['https://evil.test', 'http://dashboard.test.evil.test', 'null']) {
    const { socket } = desk.connect(`/api/${guild_id}/tickets/${ticket.ticket_id}/live-chat`, origin);
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
    async () => JSON.stringify({ type: 'auth', data: { token: await desk.signIn(0) } }),
    'You do not have permission to view this ticket',
  ],
])('%s is refused in words, and the socket closes', async (_name, frame, error) => {
  const reader = desk.openTicket();
  const text = await frame();
  if (reader.socket.readyState !== WebSocket.OPEN) await once(reader.socket, 'open');
  reader.socket.send(text);
  await reader.untilRefused(error);
});

test('a second sign-in ends the socket', async () => {
  const { token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  await reader.auth({ token });
  await reader.untilRefused('Already authenticated');
});

test('whoever asks whether we are still there is answered, also while it is looked up who they are', async () => {
  const { token } = desk;
  const reader = desk.openTicket();
  const slow = await app.ctx.db.startTransaction().execute();
  try {
    await sql`lock table permissions`.execute(slow);
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
  const reader = desk.openTicket();
  await once(reader.socket, 'open');
  reader.socket.send('{"type":"ping"}');
  await reader.untilRefused('Unauthorized');
});

test('logging out ends the socket at once', async () => {
  const { token } = desk;
  const reader = desk.openTicket();
  await reader.auth({ token });
  await reader.until(1);
  expect((await app.call('session.logout', { token })).status).toBe(204);
  await reader.untilRefused('Invalid token');
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
  await using hasty = await startLiveWorld({ api: { live_times: { recheck_every: 100 } } });
  const { guild_id, token, openList } = await hasty.addDesk();
  const list = openList();
  await list.auth({ token });
  await list.until(1);
  await hasty.app.ctx.db.deleteFrom('permissions').where('guild_id', '=', guild_id).execute();
  await list.untilRefused('You do not have permission to view this server');
});

test('a frame over 32 KiB ends the socket', async () => {
  const reader = desk.openTicket();
  await once(reader.socket, 'open');
  reader.socket.send('x'.repeat(33 * 1024));
  const [code] = await once(reader.socket, 'close');
  expect(code).toBe(1009);
});

test('one person has so many sockets and no more, and each that ends makes room for another', async () => {
  const readers = Array.from({ length: socketsEach }, () => desk.openList());
  for (const reader of readers) await reader.auth({ token: desk.token });
  await Promise.all(readers.map((reader) => reader.until(1)));
  const refused = desk.openTicket();
  await refused.auth({ token: desk.token });
  await refused.untilRefused('You have this open in too many places. Close some of them.', liveClose.full);

  const somebodyElse = desk.openTicket();
  await somebodyElse.auth({ token: await desk.signIn(1) });
  expect((await somebodyElse.until(1))[0]?.type).toBe('authenticated');
  readers[0]?.socket.close();
  await vi.waitFor(async () => {
    const next = desk.openTicket();
    await next.auth({ token: desk.token });
    expect((await next.until(1))[0]?.type).toBe('authenticated');
  });
});

test('one person opens so many sockets at once and no more, from however many addresses, and more a moment later', async () => {
  const clock = createTestClock();
  await using limited = await startLiveWorld({ clock, api: { limits_scale: 1 } });
  const { token, signIn, openList } = await limited.addDesk();
  let opened = 0;
  const open = async (as = token) => {
    opened += 1;
    const list = openList(`127.0.1.${opened}`);
    await list.auth({ token: as });
    await list.until(1);
    return list;
  };
  const refusal = 'You opened too many pages at once. They connect by themselves in a moment.';

  const first = await Promise.all(Array.from({ length: 40 }, () => open()));
  expect(first.flatMap(({ frames }) => frames.map(({ type }) => type))).toEqual(
    Array(40).fill('authenticated'),
  );
  await (await open()).untilRefused(refusal, liveClose.full);
  // Nor does it help to close some.
  for (const { socket } of first) socket.terminate();
  await (await open()).untilRefused(refusal, liveClose.full);
  expect((await open(await signIn(1))).frames[0]?.type).toBe('authenticated');

  clock.advance(1_000);
  for (const one of [await open(), await open()]) expect(one.frames[0]?.type).toBe('authenticated');
  await (await open()).untilRefused(refusal, liveClose.full);
});

test('a server that is going down says so to who listens, and to who has not said yet who they are', async () => {
  const leaving = await startLiveWorld();
  const { token, openTicket, openList } = await leaving.addDesk();
  const [listener, stranger] = [openTicket(), openList()];
  await Promise.all([listener.auth({ token }), once(stranger.socket, 'open')]);
  await listener.until(1);
  const codes = [listener, stranger].map(async ({ socket }) => (await once(socket, 'close'))[0]);
  await leaving.app.close();
  expect(await Promise.all(codes)).toEqual([liveClose.leaving, liveClose.leaving]);
});

test('what fails on our side is told as that, and not as a refusal', async () => {
  const broken = await startLiveWorld();
  const { token, openList } = await broken.addDesk();
  await broken.app.ctx.db.schema.alterTable('sessions').renameTo('sessions_lost').execute();
  const reader = openList();
  await reader.auth({ token });
  await reader.untilRefused('Something went wrong. Reload the page.', liveClose.failed);
  await broken[Symbol.asyncDispose]();
});

/** As an attacker sends it, who needs no library: `count` frames of one kind, empty and masked. */
const emptyFrames = (opcode: number, count: number) =>
  Buffer.alloc(6 * count).map((_, index) => [opcode, 0x80, 0, 0, 0, 0][index % 6] ?? 0);

test.each([
  ['pongs', 0x8a],
  ['parts of a message without end', 0x00],
])(
  'whoever floods a socket with %s is cut off, signed in or not, and for a ticket that is none',
  async (_, opcode) => {
    const signedIn = desk.openList();
    await signedIn.auth({ token: desk.token });
    await signedIn.until(1);
    const opening = [
      () => signedIn.socket,
      () => desk.openTicket().socket,
      () => desk.connect('/api/undefined/tickets/1/live-chat').socket,
    ];
    for (const open of opening) {
      const socket = open();
      if (socket.readyState === WebSocket.CONNECTING) await once(socket, 'open');
      // Its line is no part of what the library shows.
      const { _socket: line } = socket as unknown as { _socket: Socket };
      if (opcode === 0x00) line.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]));
      line.write(emptyFrames(opcode, 12_000));
      await vi.waitFor(() => expect(line.closed).toBe(true));
    }
  },
);

test('whoever floods a socket is cut off', async () => {
  const reader = desk.openList();
  await reader.auth({ token: desk.token });
  await reader.until(1);
  for (let n = 0; n < 2_000; n += 1) reader.socket.send('{"type":"ping"}');
  await once(reader.socket, 'close');
  expect(reader.frames.length).toBeLessThan(1_000);
});
