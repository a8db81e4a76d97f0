import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { startTestApp, type TestAppOptions } from '@tickets/testkit/worlds/app';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const linked = 'A *long* way ';

/** A closed ticket of a member with more messages than are read at once, and a link to it. */
async function start(
  options: TestAppOptions & { messages?: number; weight?: number; authors?: 'many' } = {},
) {
  const app = await startTestApp({ ...options, api: { limits_scale: 1, ...options.api } });
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const staff_id = await buildMember(ctx, { guild_id, level: 1 });
  const { ticket_id } = await buildTicket(ctx, {
    guild_id,
    opener_id,
    status: 'closed',
    has_transcript: true,
    closed_at: ctx.clock.now(),
  });
  const params = { guild_id, ticket_id };
  const { messages = 500, weight = 0 } = options;
  const components = JSON.stringify(weight ? [{ type: 10, content: 'x'.repeat(weight) }] : []);
  const { user_id: mentioned } = await buildUser(ctx);
  const first = await buildMessage(ctx, {
    ...params,
    author_id: opener_id,
    content: `"messages":[] <@${mentioned}>`,
  });
  await sql`
    insert into ticket_messages (guild_id, ticket_id, message_id, author_id, content, components, created_at, seq, first_seq)
    select ${guild_id}, ${ticket_id}, ${first.message_id}::bigint + n + 1, case when ${options.authors === 'many'} then 7000000 + n when n % 2 = 1 then ${opener_id}::bigint else ${staff_id}::bigint end,
      ${linked}::text || n, ${components}::jsonb, now(), n + 2, n + 2
    from generate_series(0, ${messages - 2}::int) as n`.execute(ctx.db);
  const staff = await buildSession(ctx, staff_id);
  const made = await app.call('transcripts.make_link', { params, body: { days: 1 }, token: staff });
  return {
    app,
    params,
    messages,
    staff,
    member: await buildSession(ctx, opener_id),
    link: { token: made.body.url.split('#')[1] ?? '' },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test('a long transcript is read whole, by its link and in pieces, in their order and with all who are named', async () => {
  await using it = await start();
  const { app, params } = it;
  const whole = await app.call('transcripts.render', { params, query: {}, token: it.staff });
  const { messages, entities } = whole.body;
  expect(messages.map(({ content }) => content).slice(1)).toEqual(
    Array.from({ length: it.messages - 1 }, (_, n) => linked + n),
  );
  expect(Object.keys(entities.users)).toHaveLength(3);
  const shared = await app.call('transcripts.open_link', { body: it.link });
  expect(shared.body.transcript.messages).toEqual(messages);
  const begin = await app.call('transcripts.render', { params, query: { limit: 450 }, token: it.staff });
  const after = begin.body.next ?? '';
  const rest = await app.call('transcripts.messages', { params, query: { after }, token: it.staff });
  expect([...begin.body.messages, ...rest.body.messages]).toEqual(messages);
  expect(rest.body.next).toBeNull();
});

test('of a transcript in which each message has another author two thousand are named, and every message is read', async () => {
  await using it = await start({ messages: 3000, authors: 'many' });
  const { body } = await it.app.call('transcripts.render', {
    params: it.params,
    query: {},
    token: it.staff,
  });
  expect(body.messages).toHaveLength(3000);
  // And who is mentioned.
  expect(Object.keys(body.entities.users)).toHaveLength(2001);
});

test('of a message of thousands of pictures a hundred are shown', async () => {
  await using it = await start({ messages: 20 });
  const items = Array.from({ length: 5000 }, (_, n) => ({
    media: { url: `https://pictures.example/${n}.png` },
  }));
  await it.app.ctx.db
    .updateTable('ticket_messages')
    .set({ components: JSON.stringify([{ type: 12, items }]) })
    .where('guild_id', '=', it.params.guild_id)
    .execute();
  const { body } = await it.app.call('transcripts.render', { params: it.params, query: {}, token: it.staff });
  const pictures = body.messages[0]?.components[0]?.items as { media: { proxy_url?: string } }[];
  expect(pictures.filter(({ media }) => media.proxy_url)).toHaveLength(100);
});

test('a member who reads a transcript in a loop keeps no staff from reading it', async () => {
  await using it = await start({ messages: 3 });
  const read = async (token: string) =>
    (await it.app.call('transcripts.render', { params: it.params, query: {}, token })).status;
  const loop: number[] = [];
  // On a busy machine the limit gives back a call or two while they run.
  while (loop.length < 60 && loop.at(-1) !== 429) loop.push(await read(it.member));
  expect(loop.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(loop.at(-1)).toBe(429);
  expect(await read(it.staff)).toBe(200);
});

test('who has as many long answers under way as one may have is refused, and nobody else is', async () => {
  await using it = await start({ messages: 800, weight: 20_000 });
  const { port } = it.app.api.server.address() as AddressInfo; // It listens on TCP.
  const path = `/api/${it.params.guild_id}/transcripts/${it.params.ticket_id}/render`;
  // They read the beginning and no more.
  const slow = Array.from({ length: 4 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\nauthorization: ${it.member}\r\n\r\n`);
    return socket;
  });
  await Promise.all(slow.map((socket) => once(socket, 'readable')));
  const read = (token: string) =>
    it.app.call('transcripts.render', { params: it.params, query: { limit: '5' }, token });
  const refused = await read(it.member);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await read(it.staff)).status).toBe(200);
  for (const socket of slow) socket.destroy();
  await expect.poll(async () => (await read(it.member)).status).toBe(200);
});

test.each([
  ['a reader', ''],
  ['a reader who only says that it takes another protocol', 'upgrade: x\r\n'],
])('%s who takes nothing of an answer is cut off', async (_, headers) => {
  await using it = await start({
    messages: 800,
    weight: 20_000,
    api: { readers: { within_ms: 200 } },
  });
  const { port } = it.app.api.server.address() as AddressInfo; // It listens on TCP.
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify(it.link);
  socket.write(
    `POST /api/shared-transcripts HTTP/1.1\r\nhost: x\r\n${headers}x-tickets: true\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  expect(String(socket.read(40))).toMatch(/^HTTP\/1.1 200 /);
  const connections = () =>
    new Promise<number>((resolve) => it.app.api.server.getConnections((_, count) => resolve(count)));
  const before = await connections();
  await expect.poll(connections).toBeLessThan(before);
  // The end never came.
  socket.on('error', () => undefined);
  expect((await text(socket).catch(() => '')).endsWith('0\r\n\r\n')).toBe(false);
});
