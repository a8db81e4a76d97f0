import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { migrate } from '@tickets/core/platform/db/migrate';
import { DatabaseUnreachableError } from '@tickets/core/platform/db/patience';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { databaseGuest } from '@tickets/testkit/database/database-guest';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { expect, test } from 'vitest';
import { sentenceOf } from './sentence.ts';

test('a user of the database who may create nothing in its schema is named the rights that are missing', async () => {
  allowDatabaseError(/42501: permission denied (for schema public|to create extension)/);
  await using database = await emptyTestDatabase();
  await using guest = await databaseGuest(database.url);
  const { name, url, admin } = guest;

  const said = sentenceOf(await migrate(url).catch((error: unknown) => error));
  expect(said).toMatch(
    /^The database does not let the program do what it has to: permission denied for schema public\./,
  );
  expect(said).toContain('grant all on schema public to <user>');
  await admin(`grant all on schema public to ${name}`);
  const { pathname } = new URL(url);
  const next = sentenceOf(await migrate(url).catch((error: unknown) => error));
  expect(next).toContain('permission denied to create extension');
  expect(next).toContain('grant connect, create on database <name> to <user>');
  // What it says is enough.
  await admin(`grant create on database ${pathname.slice(1)} to ${name}`);
  expect((await migrate(url)).length).toBeGreaterThan(0);
});

test('a user of the database who may not connect is named the right that is missing', async () => {
  allowDatabaseError(/42501: permission denied for database/);
  await using database = await emptyTestDatabase();
  await using guest = await databaseGuest(database.url);
  const { name, url, admin } = guest;
  const named = new URL(url).pathname.slice(1);
  await admin(`revoke connect on database ${named} from public`);
  const said = sentenceOf(await migrate(url).catch((error: unknown) => error));
  expect(said).toContain('grant connect, create on database <name> to <user>');
  // What it says is enough.
  await admin(`grant connect, create on database ${named} to ${name}; grant all on schema public to ${name}`);
  expect((await migrate(url)).length).toBeGreaterThan(0);
});

test('a user of the database who may have no more connections is told of its limit', async () => {
  allowDatabaseError(/53300: too many connections for role/);
  await using database = await emptyTestDatabase();
  await using guest = await databaseGuest(database.url);
  await guest.admin(`alter role ${guest.name} connection limit 0`);
  const said = sentenceOf(await migrate(guest.url).catch((error: unknown) => error));
  expect(said).toContain('max_connections, or the limit of its user');
});

test('what DATABASE_URL sets is named where the database refuses it, and a statement that it refuses is not blamed on it', async () => {
  allowDatabaseError(/(22023: invalid value for|42704: unrecognized configuration) parameter/);
  await using database = await emptyTestDatabase();
  for (const setting of ['work_mem=much', 'no_such_setting=1']) {
    const url = new URL(database.url);
    url.searchParams.set('options', `-c ${setting}`);
    expect(sentenceOf(await migrate(url.href).catch((error: unknown) => error))).toContain('DATABASE_URL');
    const asked = withClient(database.url, (client) => client.query(`set ${setting}`));
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expect.stringMatching('22023|42704') });
    // It is shown with its stack.
    expect(sentenceOf(error)).toBeUndefined();
  }
});

test('a file that was named where a folder is expected is said in a sentence', async () => {
  const error = await writeFile(join(import.meta.filename, 'file'), 'x').catch((thrown: unknown) => thrown);
  expect(sentenceOf(error)).toBe(
    `There is a file where a folder is expected: ${join(import.meta.filename, 'file')}. Name a folder.`,
  );
});

test('a disk that is full is said in a sentence, with its file', async ({ skip }) => {
  await using disk = await smallDisk();
  if (!disk) return skip('This account may not mount a small disk.');
  await disk.fill();
  const error = await writeFile(join(disk.dir, 'file'), 'x').catch((thrown: unknown) => thrown);
  expect(sentenceOf(error)).toMatch(/^The disk is full: .*--data-dir or DATA_DIR\.$/);
});

test('a database that went away while the program started is told in words', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  const error = new DatabaseUnreachableError('The database cannot be reached', { cause });
  expect(sentenceOf(error)).toMatch(
    /^The database does not answer: connect ECONNREFUSED\..*and start again\.$/,
  );
});
