import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { databaseGuest } from '@tickets/testkit/database/database-guest';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../platform/db/db.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { askDiscord } from './ask-discord.ts';
import type { DoctorInput } from './check.ts';
import { tokenValid } from './discord-checks.ts';
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

async function finding(id: string, given: DoctorInput) {
  return (await examine(given)).find((result) => result.id === id);
}

const application = {
  id: '1',
  name: 'Tickets',
  flags: (1 << 15) | (1 << 19),
  redirect_uris: ['http://localhost:8080/callback'],
  interactions_endpoint_url: null,
};

/** Answers each path with these, one after the other, and the last for good. */
async function discordThatSays(answers: [status: number, headers: Record<string, string>, body: string][]) {
  let calls = 0;
  const server = createServer((_request, response) => {
    const [status, headers, body] = answers[Math.min(calls, answers.length - 1)] ?? [500, {}, ''];
    calls += 1;
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { calls: () => calls, access: { url, web_url: url, token: 'a.b.c', application_id: '1' } };
}

const json = { 'content-type': 'application/json', via: '1.1 google' };
const limited = (seconds: number): [number, Record<string, string>, string] => [
  429,
  { ...json, 'retry-after': String(seconds), 'x-ratelimit-scope': 'user' },
  '{"message":"You are being rate limited."}',
];
const token = async (discord: DoctorInput['discord']) => finding('discord.token', await input({ discord }));

test('a limit of Discord is waited for, for as long as Discord says and nobody minds', async () => {
  const soon = await discordThatSays([
    limited(0.01),
    limited(0.01),
    [200, json, JSON.stringify(application)],
  ]);
  const given = await input({ discord: soon.access });
  expect(await tokenValid.run(given, askDiscord(soon.access))).toMatchObject({ status: 'ok' });
  expect(soon.calls()).toBe(3);

  const late = await discordThatSays([limited(3600)]);
  expect(await token(late.access)).toMatchObject({
    status: 'error',
    text: expect.stringContaining('asks to wait'),
    fix: expect.stringContaining('in a few minutes'),
  });
});

test('a token that is refused costs one invalid request for each address that is asked, and a ban one for all', async () => {
  const refused = await discordThatSays([[401, json, '{"message":"401: Unauthorized","code":0}']]);
  expect(await token(refused.access)).toMatchObject({ text: 'Discord does not accept the token.' });
  expect(refused.calls()).toBeLessThanOrEqual(2);

  const html = { 'content-type': 'text/html', 'retry-after': '3600' };
  const banned = await discordThatSays([[429, html, '<html>']]);
  const shutOut = await examine(await input({ discord: banned.access }));
  // Whoever asks Discord first says it for all.
  const told = shutOut.filter(({ text }) => text.includes('shut out by Cloudflare'));
  expect(told).toMatchObject([{ id: 'discord.reachable', status: 'error' }]);
  expect(shutOut.find(({ id }) => id === 'discord.token')).toMatchObject({ status: 'skipped' });
  expect(banned.calls()).toBe(1);

  const known = await discordThatSays([[200, json, JSON.stringify(application)]]);
  const until = new Date(Date.now() + 3_600_000);
  const given = await input({ discord: { ...known.access, banned_until: until } });
  expect(await finding('discord.reachable', given)).toMatchObject({
    status: 'error',
    text: expect.stringContaining(until.toISOString()),
  });
  expect(await finding('clock.right', given)).toMatchObject({ status: 'skipped' });
  expect(known.calls()).toBe(0);
});

test('a place of backups that cannot be written is found', async () => {
  const refusing = { place: '/mnt/backups', check: () => Promise.reject(new Error('EROFS: read-only')) };
  const ask = (backups: DoctorInput['backups']) =>
    input({ backups }).then((given) => finding('backups.writable', given));
  expect(await ask({ place: '/mnt/backups', check: async () => undefined })).toMatchObject({ status: 'ok' });
  expect(await ask(refusing)).toMatchObject({
    status: 'error',
    text: expect.stringMatching(/^Nothing can be written to \/mnt\/backups.*EROFS/),
    fix: expect.stringContaining('BACKUP_TO'),
  });
});

test('an upgrade that would fail is found before it is begun, and the trial changes nothing', async () => {
  allowDatabaseError(/42P07: relation "audit_entries" already exists/);
  await using database = await emptyTestDatabase();
  const { url } = database;
  await migrate(url, { to: 35 });
  const ask = () => input({ database_url: url }).then((given) => finding('database.schema', given));
  const shape = () => withClient(url, async (client) => (await client.query(tables)).rows);
  const before = await shape();
  expect(await ask()).toMatchObject({ status: 'ok', text: expect.stringContaining('a trial of it worked') });
  await withClient(url, (client) => client.query('create view audit_entries as select 1 as one'));
  expect(await ask()).toMatchObject({
    status: 'error',
    text: expect.stringMatching(/would fail: Migration 0037_audit_log.sql failed: .*already exists/),
    fix: expect.stringContaining('changes nothing'),
  });
  expect(await shape()).toEqual(before);
});

test('no upgrade is tried while a program uses the database, which would wait for the locks', async () => {
  await using database = await emptyTestDatabase();
  await migrate(database.url, { to: 35 });
  const pool = createPool(database.url, { max: 1 });
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  const given = await input({ database_url: database.url });
  expect(await finding('database.schema', given)).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('because a program or a session'),
  });
});

test('no upgrade is tried while a session of somebody else has a table, and the finding says so', async () => {
  allowDatabaseError(/55P03: canceling statement due to lock timeout/);
  await using database = await emptyTestDatabase();
  await migrate(database.url, { to: 35 });
  await withClient(database.url, async (client) => {
    await client.query('begin; select from panels');
    const given = await input({ database_url: database.url });
    expect(await finding('database.schema', given)).toMatchObject({
      status: 'ok',
      text: expect.stringContaining(
        'because a program or a session, such as psql or pg_dump, uses the database: end it',
      ),
    });
  });
});

const tables = `select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'public' and table_name <> 'audit_entries' order by 1, 2`;

test('an empty database in which the user may not make tables or extensions is found before the first start', async () => {
  allowDatabaseError(/42501: permission denied (for schema public|to create extension)/);
  await using database = await emptyTestDatabase();
  await using guest = await databaseGuest(database.url);
  const { name, url, admin } = guest;
  const schema = async () => finding('database.schema', await input({ database_url: url }));
  const refused = (what: string) => ({
    status: 'error',
    text: `Empty, and the next start would be refused: permission denied ${what}.`,
    fix: expect.stringContaining(
      'grant connect, create on database <name> to <user>; grant all on schema public',
    ),
  });
  expect(await schema()).toMatchObject(refused('for schema public'));
  await admin(`grant all on schema public to ${name}`);
  const database_name = new URL(url).pathname.slice(1);
  expect(await schema()).toMatchObject(refused('to create extension "btree_gin"'));
  await admin(`grant create on database ${database_name} to ${name}`);
  expect(await schema()).toMatchObject({
    status: 'ok',
    text: expect.stringMatching(/^Empty; the next start makes schema \d+ \(a trial of it worked/),
  });
  // Nothing of a trial stays.
  const { rows } = await admin("select to_regclass('guilds') as guilds");
  expect(rows).toEqual([{ guilds: null }]);
});
