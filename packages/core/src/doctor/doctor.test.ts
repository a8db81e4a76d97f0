import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildGuild, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { startTransactionPooler } from '@tickets/testkit/database/transaction-pooler';
import { type S3Fault, s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, onTestFinished, test } from 'vitest';
import { databaseNamed, withClient } from '../platform/db/embedded/connection.ts';
import { StartupError } from '../platform/startup-error.ts';
import { openBucket } from '../platform/storage/s3.ts';
import { diskStorage, markName } from '../platform/storage/storage.ts';
import type { DoctorInput } from './check.ts';
import { examine } from './doctor.ts';

async function input(overrides: Partial<DoctorInput> = {}): Promise<DoctorInput> {
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-doctor-'));
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }));
  return {
    configuration: [],
    node_version: process.versions.node,
    data_dir,
    database_url: undefined,
    discord: undefined,
    redirect_uri: 'http://localhost:8080/callback',
    dashboard_url: 'https://tickets.example.com',
    backups: { place: '/backups', check: async () => undefined },
    jwt_secret: undefined,
    now: () => new Date(),
    ...overrides,
  };
}

test.each<[S3Fault | undefined, string, RegExp]>([
  [undefined, 'ok', /tickets-files answers/],
  ['denied', 'error', /tickets-files: The bucket refuses/],
  ['resets', 'error', /tickets-files: The bucket does not answer/],
])('a bucket that %s is found: %s', async (fault, status, text) => {
  await using double = await startS3Double();
  const place = { bucket: s3Bucket, region: 'eu-central-1', endpoint: double.url, spool_folder: tmpdir() };
  const { check, get } = await openBucket({ ...place, ...s3Keys });
  double.fail(fault);
  const found = await finding('storage.bucket', await input({ bucket: { name: s3Bucket, check, get } }));
  expect(found).toMatchObject({ status, text: expect.stringMatching(text) });
});

async function finding(id: string, given: DoctorInput) {
  return (await examine(given)).find((result) => result.id === id);
}

/** Answers a few addresses as Discord's documentation says it does. */
async function discordThatAnswers(routes: Record<string, unknown>) {
  const server = createServer((request, response) => {
    const body = routes[new URL(request.url ?? '', 'http://x').pathname.replace('/api/v10', '')];
    response.writeHead(body === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { message: '401: Unauthorized', code: 0 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, web_url: url, token: 'a.b.c', application_id: '1' };
}

const application = {
  id: '1',
  name: 'Tickets',
  flags: (1 << 15) | (1 << 19),
  redirect_uris: ['http://localhost:8080/callback'],
  interactions_endpoint_url: null,
};

test('a healthy installation has nothing to mend', async () => {
  await using database = await createTestDatabase();
  await database.db
    .insertInto('backups')
    .values({
      kind: 'nightly',
      place: '/backups',
      folder: 'one',
      began_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  const discord = await discordThatAnswers({
    '/gateway': { url: 'wss://gateway' },
    '/applications/@me': application,
    '/users/@me': { id: '1', mfa_enabled: true },
    '/users/@me/guilds': [{ id: '2', name: 'Harbour', permissions: '8' }],
  });
  const results = await examine(await input({ database_url: database.url, discord }));
  // How much disk this machine has left is not for the test to say.
  const bad = results.filter(({ id, status }) => status !== 'ok' && id !== 'data_dir.space');
  expect(bad).toEqual([]);
});

test('each thing that is wrong in the developer portal is named with the page where it is mended', async () => {
  const discord = await discordThatAnswers({
    '/applications/@me': {
      ...application,
      flags: 1 << 15,
      redirect_uris: [],
      interactions_endpoint_url: 'https://old.example.com/interactions',
    },
  });
  const given = await input({ discord });
  expect(await finding('discord.intents', given)).toMatchObject({
    status: 'error',
    text: expect.stringMatching(/^Message Content Intent is off/),
    fix: expect.stringContaining('applications/1/bot'),
  });
  expect(await finding('discord.redirect', given)).toMatchObject({
    status: 'error',
    fix: expect.stringContaining('Add exactly http://localhost:8080/callback'),
  });
  expect(await finding('discord.interactions_endpoint', given)).toMatchObject({
    status: 'error',
    text: expect.stringContaining('https://old.example.com/interactions'),
  });
});

test.each([
  [true, 1, 'ok', /has it/],
  [false, 1, 'error', /^Harbour asks it of moderators/],
  [false, 0, 'ok', /No server/],
])(
  'two-factor authentication of the owner %s, asked for by the server %i: %s',
  async (mfa_enabled, mfa_level, status, text) => {
    const discord = await discordThatAnswers({
      '/applications/@me': application,
      '/users/@me': { id: '1', mfa_enabled },
      '/users/@me/guilds': [{ id: '2', name: 'Harbour', permissions: '8' }],
      '/guilds/2': { id: '2', name: 'Harbour', mfa_level },
    });
    const found = await finding('discord.two_factor', await input({ discord }));
    expect(found).toMatchObject({ status, text: expect.stringMatching(text) });
  },
);

test('a server in which the bot lacks permissions is named with them', async () => {
  const discord = await discordThatAnswers({
    '/applications/@me': application,
    '/users/@me/guilds': [
      { id: '2', name: 'Harbour', permissions: '8' },
      { id: '3', name: 'Pixel', permissions: '1024' },
    ],
  });
  const found = await finding('discord.permissions', await input({ discord }));
  expect(found).toMatchObject({ status: 'warning' });
  expect(found?.text).toContain('Pixel: Manage Channels, Manage Roles');
  expect(found?.text).not.toContain('Harbour');
});

test('a token that Discord refuses is told apart from a Discord that cannot be reached', async () => {
  const refused = await finding('discord.token', await input({ discord: await discordThatAnswers({}) }));
  expect(refused).toMatchObject({ status: 'error', text: 'Discord does not accept the token.' });
  const nowhere = {
    url: 'http://127.0.0.1:9',
    web_url: 'http://127.0.0.1:9',
    token: 'a.b.c',
    application_id: '1',
  };
  const unreachable = await finding('discord.reachable', await input({ discord: nowhere }));
  expect(unreachable?.text).toContain('cannot be reached at http://127.0.0.1:9');
});

test('a clock that is wrong is found', async () => {
  const discord = await discordThatAnswers({ '/gateway': {} });
  const now = () => new Date(Date.now() + 600_000);
  const found = await finding('clock.right', await input({ discord, now }));
  expect(found).toMatchObject({ status: 'error', text: expect.stringMatching(/60[01] s away/) });
});

test('a database that was written by a newer program is found', async () => {
  await using database = await createTestDatabase();
  await database.db
    .insertInto('schema_migrations')
    .values({ version: 9999, name: '9999_future.sql', checksum: '' })
    .execute();
  const found = await finding('database.schema', await input({ database_url: database.url }));
  expect(found).toMatchObject({ status: 'error', text: expect.stringContaining('schema 9999') });
});

test('what waits for Discord is told, with the reason', async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const guild_id = '7';
  await db.insertInto('guilds').values({ guild_id, name: 'Harbour', owner_id: '1' }).execute();
  const wait = { guild_id, kind: 'panel', due_at: new Date() };
  await db
    .insertInto('effects')
    .values([
      { ...wait, key: '1' },
      { ...wait, key: '2', attempts: 3, problem: 'Discord is down' },
    ])
    .execute();
  const found = await finding('discord.follows', await input({ database_url: database.url }));
  expect(found).toMatchObject({
    status: 'warning',
    text: expect.stringMatching(/^1 thing waits .*Discord is down$/),
  });
});

test('a database that does not answer is told with what to look at', async () => {
  const database_url = 'postgresql://nobody@127.0.0.1:9/none';
  const found = await finding('database.reachable', await input({ database_url }));
  expect(found).toMatchObject({ status: 'error', fix: expect.stringContaining('DATABASE_URL') });
});

test('a pooler that gives each transaction another connection is named, and one database of several clients is none', async () => {
  await using database = await createTestDatabase();
  await using pooler = await startTransactionPooler(database.url);
  expect(await finding('database.reachable', await input({ database_url: pooler.url }))).toMatchObject({
    status: 'error',
    text: expect.stringContaining('a pooler in transaction mode'),
  });
  expect(await finding('database.reachable', await input({ database_url: database.url }))).toMatchObject({
    status: 'ok',
  });
});

test('a database in which most texts could not be written is named, with the way to make another', async () => {
  await using database = await createTestDatabase();
  const name = `${new URL(database.url).pathname.slice(1)}_latin`;
  const server = databaseNamed(database.url, 'postgres');
  await withClient(server, (client) =>
    client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`),
  );
  onTestFinished(() =>
    withClient(
      database.url,
      async (client) => void (await client.query(`drop database ${name} with (force)`)),
    ),
  );
  expect(
    await finding('database.reachable', await input({ database_url: databaseNamed(server, name) })),
  ).toMatchObject({
    status: 'error',
    text: 'The database keeps text as LATIN1, which lacks most of the characters that people write.',
    fix: expect.stringContaining("create database <name> encoding 'UTF8'"),
  });
});

test('keys that cannot be read are not told as trouble of the database', async () => {
  await using database = await createTestDatabase();
  const damaged = 'secrets.json is empty or damaged, so the keys in it cannot be read.';
  const values_without_key = async () => {
    throw new StartupError(damaged);
  };
  const found = await finding(
    'database.sealed',
    await input({ database_url: database.url, values_without_key }),
  );
  expect(found).toMatchObject({ status: 'error', text: damaged });
});

test('a mark of the files that cannot be read is not told as trouble of the database', async () => {
  await using database = await createTestDatabase();
  const given = await input({ database_url: database.url });
  const folder = join(given.data_dir, 'files');
  await mkdir(folder);
  // Who is root may read everything but this.
  await symlink(markName, join(folder, markName));
  const others_files = () => diskStorage(folder).mark?.read() ?? Promise.resolve(undefined);
  expect(await finding('storage.owner', { ...given, others_files })).toMatchObject({
    status: 'error',
    text: expect.stringMatching(/^A file in the data folder cannot be read: ELOOP.*tickets-owner\.json/),
  });
});

test('a data folder that cannot be one, an old Node and a guessable secret are found', async () => {
  const given = await input({ node_version: '20.1.0', jwt_secret: 'a'.repeat(64) });
  expect(await finding('node.version', given)).toMatchObject({ status: 'error' });
  expect(await finding('secret.strength', given)).toMatchObject({ status: 'error' });
  const file = join(given.data_dir, 'file');
  await writeFile(file, '');
  expect(await finding('data_dir.writable', { ...given, data_dir: file })).toMatchObject({ status: 'error' });
});

test('an address that Discord takes no links to is told, and one that it takes is not', async () => {
  const links = async (dashboard_url: string) => finding('discord.links', await input({ dashboard_url }));
  for (const address of ['http://localhost:8080', 'http://tickets'])
    expect(await links(address)).toMatchObject({
      status: 'warning',
      text: expect.stringContaining(`no links to ${address}`),
      fix: expect.stringContaining('PUBLIC_URL'),
    });
  expect(await links('http://192.168.0.7:8080')).toMatchObject({ status: 'ok' });
});

test('one cause is told once, and everything that is wrong is told at once', async () => {
  const results = await examine(
    await input({
      configuration: ['PORT must be a port number'],
      node_version: '20.1.0',
      database_url: 'postgresql://nobody@127.0.0.1:9/none',
      discord: {
        url: 'http://127.0.0.1:9',
        web_url: 'http://127.0.0.1:9',
        token: 'a.b.c',
        application_id: '1',
      },
    }),
  );
  const wrong = results.filter(({ status }) => status === 'error');
  expect(wrong.map(({ title }) => title)).toEqual(['Configuration', 'Node version', 'Database', 'Discord']);
  const text = results.find(({ title }) => title === 'Privileged intents')?.text;
  expect(text).toBe('Cannot be looked at, see Discord.');
});

test('a token that is refused is one finding', async () => {
  const results = await examine(await input({ discord: await discordThatAnswers({ '/gateway': {} }) }));
  const wrong = results.filter(({ status }) => status === 'error');
  expect(wrong.map(({ title }) => title)).toEqual(['Bot token']);
});

test('an embedded database that does not start is one finding beside the others', async () => {
  const results = await examine(await input({ database_problem: 'PostgreSQL did not start.' }));
  expect(results.filter(({ status }) => status === 'error').map(({ title }) => title)).toEqual(['Database']);
});

test('a data folder that is not there yet is not made, and one that cannot be made is found', async () => {
  const { data_dir } = await input();
  const given = await input({ data_dir: join(data_dir, 'a/b') });
  expect(await finding('data_dir.writable', given)).toEqual({
    id: 'data_dir.writable',
    title: 'Data folder',
    status: 'ok',
    text: `${given.data_dir} is not there yet; the first start makes it`,
  });
  expect((await finding('data_dir.space', given))?.text).toMatch(/GiB are free/);
  expect(await readdir(data_dir)).toEqual([]);
  if (!existsSync('/proc/1')) return;
  for (const impossible of ['/proc/x', '/proc/x/y'])
    expect(await finding('data_dir.writable', { ...given, data_dir: impossible })).toMatchObject({
      status: 'error',
      text: expect.stringContaining(`${impossible} cannot be made: `),
    });
});

test('a data folder that is none is one finding', async () => {
  const given = await input();
  const file = join(given.data_dir, 'file');
  await writeFile(file, '');
  const results = await examine({ ...given, data_dir: join(file, 'data') });
  expect(results.filter(({ status }) => status === 'error').map(({ title }) => title)).toEqual([
    'Data folder',
  ]);
});

test('backups that fail, grow old or are not made at all are told of, with what to do', async () => {
  await using database = await createTestDatabase();
  const ask = (more: Partial<DoctorInput> = {}) =>
    input({ database_url: database.url, ...more }).then((given) => finding('database.backups', given));
  const hour = 3_600_000;
  const made = (hours: number, problem: string | null) => {
    const began_at = new Date(Date.now() - hours * hour);
    const outcome = { folder: problem ? null : 'tickets-1', problem };
    return database.db
      .insertInto('backups')
      .values({ kind: 'nightly', place: '/backups', began_at, finished_at: began_at, ...outcome })
      .execute();
  };
  expect(await ask()).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('There is no backup'),
  });
  await made(30, null);
  expect(await ask()).toMatchObject({
    status: 'warning',
    text: expect.stringMatching(/The last backup is of .* \(\/backups\/tickets-1\), and one is due/),
    fix: expect.stringContaining('role jobs'),
  });
  await made(3, null);
  expect(await ask()).toMatchObject({ status: 'ok' });
  expect(await ask({ backups: undefined })).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('BACKUP_TO'),
  });
  expect(await ask({ backups: undefined, dashboard_url: undefined })).toMatchObject({ status: 'skipped' });
  await made(1, 'the disk is full.');
  expect(await ask()).toMatchObject({ status: 'warning', text: expect.stringContaining('the disk is full') });
});

test('a data folder without the files that the database names is found, and one in which they are is not', async () => {
  await using context = await createTestContext();
  const { db } = context.ctx;
  const given = await input({ database_url: context.database_url });
  const ask = () => finding('data_dir.files', given);
  expect(await ask()).toMatchObject({ status: 'ok' });
  const { guild_id } = await buildGuild(context.ctx);
  const { ticket_id } = await buildTicket(context.ctx, { guild_id });
  const { message_id } = await buildMessage(context.ctx, { guild_id, ticket_id });
  const bytes = Buffer.from('notes');
  const sha256 = createHash('sha256').update(bytes).digest();
  const storage_key = sha256.toString('hex');
  await db.insertInto('stored_files').values({ sha256, size: bytes.length, storage_key }).execute();
  await db
    .insertInto('ticket_attachments')
    .values({
      ...{ guild_id, ticket_id, message_id, sha256, size: bytes.length },
      ...{ attachment_id: '1', filename: 'notes.txt', url: 'https://cdn.example/notes.txt', state: 'stored' },
    })
    .execute();
  expect(await ask()).toMatchObject({
    status: 'error',
    text: expect.stringContaining(
      `None of the 1 files of members that were looked for is in ${given.data_dir}`,
    ),
  });
  await diskStorage(join(given.data_dir, 'files'), { kept_free_bytes: 0 }).put(storage_key, bytes);
  expect(await ask()).toMatchObject({ status: 'ok' });

  await using double = await startS3Double();
  const place = { bucket: s3Bucket, region: 'eu-central-1', endpoint: double.url, spool_folder: tmpdir() };
  const bucket = await openBucket({ ...place, ...s3Keys });
  const askBucket = () => finding('data_dir.files', { ...given, bucket: { name: s3Bucket, ...bucket } });
  expect(await askBucket()).toMatchObject({
    status: 'error',
    text: expect.stringContaining(`None of the 1 files of members that were looked for is in ${s3Bucket}`),
  });
  await bucket.put(storage_key, bytes);
  expect(await askBucket()).toMatchObject({ status: 'ok', text: `${s3Bucket} has stored files` });
  double.fail('denied');
  expect(await askBucket()).toMatchObject({ status: 'skipped' });
});
