import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { migrate } from '@tickets/core/platform/db/migrate';
import { emptyTestDatabase } from '@tickets/testkit/database';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { smallDisk } from '@tickets/testkit/small-disk';
import { expect, test } from 'vitest';
import { sentenceOf } from './sentence.ts';

test('a user of the database who may create nothing in its schema is named the rights that are missing', async () => {
  allowDatabaseError(/42501: permission denied for schema public/);
  await using database = await emptyTestDatabase();
  const name = `guest_${randomBytes(6).toString('hex')}`;
  const admin = (sql: string) => withClient(database.url, (client) => client.query(sql));
  await admin(`create role ${name} login password 'guest'`);
  // Roles are of the whole server, and stay when its database goes.
  await using _ = {
    async [Symbol.asyncDispose]() {
      await admin(`drop owned by ${name} cascade; drop role ${name}`);
    },
  };
  const url = new URL(database.url);
  Object.assign(url, { username: name, password: 'guest' });

  const said = sentenceOf(await migrate(url.href).catch((error: unknown) => error));
  expect(said).toMatch(
    /^The database does not let the program do what it has to: permission denied for schema public\./,
  );
  expect(said).toContain('grant all on schema public to <user>');
  // What it says is enough.
  await admin(`grant all on schema public to ${name}`);
  const { pathname } = url;
  await admin(`grant create on database ${pathname.slice(1)} to ${name}`);
  expect((await migrate(url.href)).length).toBeGreaterThan(0);
});

test('a disk that is full is said in a sentence, with its file', async ({ skip }) => {
  await using disk = await smallDisk();
  if (!disk) return skip('This account may not mount a small disk.');
  await disk.fill();
  const error = await writeFile(join(disk.dir, 'file'), 'x').catch((thrown: unknown) => thrown);
  expect(sentenceOf(error)).toMatch(/^The disk is full: .*--data-dir or DATA_DIR\.$/);
});
