import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { migrate } from '@tickets/core/platform/db/migrate';
import { createTestDatabase, emptyTestDatabase } from '@tickets/testkit/database/database';
import { codeCache } from '@tickets/testkit/outside/program';
import { type S3Double, s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import { expect, onTestFinished, test } from 'vitest';

const main = join(import.meta.dirname, '../main.ts');
const user = '123456789012345678';
const key = createHash('sha256').update('bytes').digest('hex');

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tickets-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function spawnCommand(args: readonly string[], dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [main, ...args, '--data-dir', dataDir], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...codeCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Gives a command, and returns how it ended and all that it said. */
async function command(args: readonly string[], dataDir: string, env: Record<string, string>) {
  const child = spawnCommand(args, dataDir, env);
  const [said, refused, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, said, refused };
}

const bucketOf = ({ url }: Pick<S3Double, 'url'>) => ({
  S3_BUCKET: s3Bucket,
  S3_ENDPOINT: url,
  S3_ACCESS_KEY_ID: s3Keys.access_key_id,
  S3_SECRET_ACCESS_KEY: s3Keys.secret_access_key,
  S3_PREFIX: 'files/',
});

test('a restored copy on the bucket of another installation works there only once it has taken it over', async () => {
  await using double = await startS3Double();
  await using live = await createTestDatabase();
  await using empty = await emptyTestDatabase();
  const [dataDir, restored] = [await newFolder(), await newFolder()];
  const bucket = bucketOf(double);
  const [first, second] = [
    { ...bucket, DATABASE_URL: live.url },
    { ...bucket, DATABASE_URL: empty.url },
  ];
  await withClient(live.url, (client) =>
    client.query("insert into stored_files (sha256, size, storage_key) values (decode($1, 'hex'), 5, $1)", [
      key,
    ]),
  );
  double.objects.set(`files/${key}`, Buffer.from('bytes'));
  expect(await command(['data', 'show', user], dataDir, first)).toMatchObject({ code: 0 });
  expect([...double.objects.keys()]).toContain('files/tickets-owner.json');
  expect(await command(['backup', '--to', join(dataDir, 'kept')], dataDir, first)).toMatchObject({ code: 0 });
  const [folder = ''] = await readdir(join(dataDir, 'kept'));

  const { code, said, refused } = await command(['restore', join(dataDir, 'kept', folder)], restored, second);
  expect({ code, refused }).toEqual({ code: 0, refused: '' });
  const takeOver = `npm run tickets -- storage take-over --data-dir ${restored}`;
  expect(said.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`those of another installation.*take its files over: ${takeOver}$`),
  );
  for (const args of [
    ['start', '--no-demo', '--port', '0', '--sim-port', '0'],
    ['data', 'erase', user, '--now'],
    ['storage'],
  ])
    expect(await command(args, restored, second)).toMatchObject({
      code: 1,
      refused: expect.stringContaining('Two databases on the same files'),
    });
  expect((await command(['doctor'], restored, second)).said).toMatch(/ERROR {2}Whose files/);
  expect(double.objects.has(`files/${key}`)).toBe(true);

  expect((await command(['storage', 'take-over'], restored, second)).said).toMatch(
    /are those of this database from now on\. Before they were those of the database/,
  );
  expect(await command(['data', 'show', user], restored, second)).toMatchObject({ code: 0 });
  expect(await command(['data', 'show', user], dataDir, first)).toMatchObject({ code: 1 });
}, 240_000);

test('a database of an older schema takes the files of another installation over, and is upgraded then', async () => {
  await using double = await startS3Double();
  await using live = await createTestDatabase();
  await using older = await emptyTestDatabase();
  await using empty = await emptyTestDatabase();
  const [dataDir, restored] = [await newFolder(), await newFolder()];
  const bucket = bucketOf(double);
  const of = (url: string) => ({ ...bucket, DATABASE_URL: url });
  expect(await command(['data', 'show', user], dataDir, of(live.url))).toMatchObject({ code: 0 });
  // As "restore --keep-schema" leaves it, or a restore that was killed before its upgrade.
  await migrate(older.url, { to: 45 });

  const start = ['start', '--no-demo', '--port', '0', '--sim-port', '0'];
  for (const args of [start, ['migrate'], ['storage']])
    expect(await command(args, restored, of(older.url))).toMatchObject({
      code: 1,
      refused: expect.stringContaining(
        `take its files over: npm run tickets -- storage take-over --data-dir ${restored}`,
      ),
    });
  const { code, said } = await command(['storage', 'take-over'], restored, of(older.url));
  expect(code).toBe(0);
  expect(said).toMatch(
    /those of this database from now on.*\n.*or with this one, which upgrades it: npm start/,
  );
  expect(await command(['data', 'show', user], dataDir, of(live.url))).toMatchObject({ code: 1 });
  expect(await command(['storage'], restored, of(older.url))).toMatchObject({ code: 0 });

  const program = spawnCommand(start, restored, of(older.url));
  let told = '';
  for await (const piece of program.stdout) {
    told += String(piece);
    if (told.includes('is ready')) break;
  }
  expect(told).toContain('is ready');
  program.kill('SIGKILL');
  await once(program, 'exit');
  expect(await command(['storage'], restored, of(older.url))).toMatchObject({
    code: 0,
    said: expect.stringContaining('are those of this database.'),
  });
  // Where nothing is yet, as where the address is wrong, nothing is taken from anybody.
  expect(await command(['storage', 'take-over'], restored, of(empty.url))).toMatchObject({
    code: 1,
    refused: expect.stringContaining('The database is empty'),
  });
}, 240_000);

test('nothing is restored into the data folder of a program that runs on a database elsewhere', async () => {
  await using database = await createTestDatabase();
  await using empty = await emptyTestDatabase();
  const dataDir = await newFolder();
  const env = { DATABASE_URL: database.url };
  expect(await command(['backup', '--to', join(dataDir, 'kept')], dataDir, env)).toMatchObject({ code: 0 });
  const [folder = ''] = await readdir(join(dataDir, 'kept'));
  const args = ['start', '--no-demo', '--port', '0', '--sim-port', '0'];
  const programs = [
    spawnCommand(args, dataDir, env),
    spawnCommand([...args, '--roles', 'jobs'], dataDir, env),
  ];
  for (const program of programs) {
    let said = '';
    for await (const piece of program.stdout) {
      said += String(piece);
      if (said.includes('is ready')) break;
    }
    expect(said).toContain('is ready');
  }
  const restore = ['restore', join(dataDir, 'kept', folder)];
  const other = { DATABASE_URL: empty.url };
  expect(await command(restore, dataDir, other)).toMatchObject({
    code: 1,
    refused: expect.stringContaining(`Another program already runs on ${dataDir}`),
  });
  for (const program of programs) {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  expect(await command(restore, dataDir, other)).toMatchObject({ code: 0 });
}, 240_000);
