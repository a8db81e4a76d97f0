import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltPage } from '@tickets/contract/platform/first-view';
import { buildGuild, buildSession } from '@tickets/testkit/data/factories';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ReaderLimits } from './http/slow-readers.ts';

const MB = 1024 * 1024;
const TAGS = '/api/$guildId/tags';
const page: BuiltPage = {
  path: '/manage/$guildId/tags',
  level: 2,
  scripts: [],
  reads: [TAGS],
  long_reads: [],
};

/** Servers with twelve and with eight megabytes of tags, of which the system keeps some for a reader. No server of the product has as many. */
async function start(readers: Partial<ReaderLimits>) {
  const web_dir = await mkdtemp(join(tmpdir(), 'tickets-readers-'));
  await writeFile(join(web_dir, 'index.html'), '<head></head>');
  await writeFile(join(web_dir, 'pages.json'), JSON.stringify([page]));
  const app = await startTestApp({ api: { web_dir, readers } });
  onTestFinished(async () => {
    await app.close();
    await rm(web_dir, { recursive: true });
  });
  const { guild_id, owner_id } = await buildGuild(app.ctx);
  const smaller = await buildGuild(app.ctx, { owner_id });
  for (const [id, count] of [
    [guild_id, 6300],
    [smaller.guild_id, 4200],
  ])
    await sql`insert into tags (guild_id, tag_id, content)
      select ${id}, 'tag' || n, (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 62) m) from generate_series(1, ${count}::int) n`.execute(
      app.ctx.db,
    );
  const token = await buildSession(app.ctx, owner_id);
  const { port } = app.api.server.address() as AddressInfo; // It listens on TCP.
  const ask = (path: string, { more = '', smallerFirst = false } = {}) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined); // it is cut off
    const ofServer = (id: string) =>
      `GET ${path.replace('$guildId', id)} HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\nauthorization: ${token}\r\n${more}\r\n`;
    socket.write((smallerFirst ? ofServer(smaller.guild_id) : '') + ofServer(guild_id));
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => app.api.server.getConnections((_, count) => resolve(count)));
  return { ask, connections };
}

const begun = async (socket: Socket) => {
  await once(socket, 'readable');
  expect(String(socket.read(40))).toMatch(/^HTTP\/1.1 200 /);
};

test.each([
  ['an answer', TAGS, {}],
  ['two answers, which they asked for at once,', TAGS, { smallerFirst: true, room: 100 * MB }],
  ['what a page reads', '/reads?page=/manage/$guildId/tags', {}],
  ['what a page reads, packed', '/reads?page=/manage/$guildId/tags', { more: 'accept-encoding: gzip\r\n' }],
])(
  'readers who leave %s standing are cut off where more waits for all of them than there is room for',
  async (_, path, {
    room = 16 * MB,
    ...options
  }: { room?: number; more?: string; smallerFirst?: boolean }) => {
    const { ask, connections } = await start({ unsent_max: room });
    // One after another: so many large answers at once are more than a busy machine may take on.
    for (let count = 0; count < 8; count += 1) await begun(ask(path, options));
    await expect.poll(connections, { timeout: 10_000 }).toBeLessThan(8);
    expect(await connections()).toBeGreaterThan(0);
  },
);

test('a reader who takes what comes has all of it, however many others leave theirs standing', async () => {
  const { ask } = await start({ unsent_max: 4 * MB });
  for (let count = 0; count < 6; count += 1) await begun(ask(TAGS));
  let taken = 0;
  const good = ask(TAGS, { more: 'connection: close\r\n' }).on('data', (piece: Buffer) => {
    taken += piece.length;
  });
  await once(good, 'end');
  expect(taken).toBeGreaterThan(12 * MB);
});

test('a reader is not cut off while the system still holds what it took for them', async () => {
  const { ask } = await start({ within_ms: 700 });
  const slow = ask(TAGS, { more: 'connection: close\r\n' });
  await begun(slow);
  await sleep(5_000);
  let taken = 0;
  slow
    .on('data', (piece: Buffer) => {
      taken += piece.length;
    })
    .resume();
  await once(slow, 'close');
  expect(taken).toBeGreaterThan(12 * MB);
});
