import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readContent, readTables } from '@tickets/core/backups/snapshot';
import { createSealer, sealingKeyName } from '@tickets/core/platform/crypto/seal';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  stopOrphan,
} from '@tickets/core/platform/db/embedded/supervisor';
import { migrate, newestMigration } from '@tickets/core/platform/db/migrate';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { fillEveryTable } from '@tickets/testkit/database/rows-everywhere';
import {
  createDataFolder,
  newDataFolder,
  newDataFolderWithDatabase,
} from '@tickets/testkit/outside/data-folder';
import { codeCache } from '@tickets/testkit/outside/program';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { generatedSecrets } from '../files/secrets.ts';

const main = join(import.meta.dirname, '../main.ts');
const patience = { timeout: 180_000 };
const quiet = { info: () => undefined, warn: console.warn, error: console.error };

function spawnCommand(dataDir: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args, '--data-dir', dataDir], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...codeCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Gives a command and returns all that it says, and how it ended. */
async function command(dataDir: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawnCommand(dataDir, args, env);
  const [said, refused, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, said, refused };
}

async function done(...given: Parameters<typeof command>) {
  const { code, said, refused } = await command(...given);
  expect(refused).toBe('');
  expect(code).toBe(0);
  return said;
}

/** Starts a command and ends it, or does something else, in the moment in which it says that. */
async function atLine(child: ChildProcess, line: string, act: () => void | Promise<void>): Promise<void> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (!said.includes(line)) continue;
    await act();
    return;
  }
  throw new Error(`It ended without saying "${line}": ${said}`);
}

async function start(dataDir: string, env: Record<string, string> = {}) {
  const child = spawnCommand(dataDir, ['start', '--no-demo', '--port', '0', '--sim-port', '0'], env);
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /is ready: (?:dashboard )?(http[^\s",]+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The program ended: ${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { address, stop };
}

async function withDatabase<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const running = await findRunningPostgres(dataDir);
  if (running) return work(running);
  const server = await startEmbeddedPostgres({ dataDir, durable: true, log: quiet });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

const contentsOf = (url: string) =>
  withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'");
    const contents: Record<string, object> = {};
    for (const shape of await readTables(client)) {
      // The clock writes into these while the program runs.
      if (shape.schema === 'public' && shape.name !== 'backups')
        contents[shape.name] = await readContent(client, shape);
    }
    return contents;
  });

const tablesIn = (dataDir: string) =>
  withDatabase(dataDir, (url) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
      );
      return rows[0]?.n;
    }),
  );

/** An installation with rows in all tables, many of them messages; what is sealed in it is sealed with its own key. */
async function filled(dataDir: string, messages = 0): Promise<void> {
  const { sealing_keys } = await generatedSecrets(dataDir);
  await withDatabase(dataDir, async (url) => {
    await migrate(url);
    await withClient(url, async (client) => {
      await fillEveryTable(client);
      await client.query("update installation set discord = 'simulated'");
      await client.query('update sessions set access_token = null, refresh_token = null');
      await client.query('update sessions set access_token = $1 where session_id::text like $2', [
        createSealer(sealing_keys).seal('a token', 'session:00000000-0000-4000-8000-000000000000'),
        '%0',
      ]);
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into ticket_messages
         select (jsonb_populate_record(m, jsonb_build_object('message_id', 1000 + n, 'content', repeat(md5(n::text), 8)))).*
         from (select m from ticket_messages m limit 1) one, generate_series(1, $1::int) n`,
        [messages],
      );
    });
  });
}

const backupsIn = (folder: string) => readdir(folder).catch(() => []);

test(
  'a backup of a running program becomes the same program elsewhere, once it has its key',
  patience,
  async () => {
    const [dataDir, other] = [await newDataFolderWithDatabase(), await newDataFolder()];
    const program = await start(dataDir);
    const place = join(other, 'kept');
    const before = await withDatabase(dataDir, async (url) => {
      const { sealing_keys } = await generatedSecrets(dataDir);
      await withClient(url, async (client) => {
        await client.query("insert into users (user_id, username) values (7, 'somebody')");
        await client.query(
          `insert into sessions (session_id, user_id, expires_at, access_expires_at, scopes, access_token)
         values ('00000000-0000-4000-8000-000000000000', 7, now() + interval '1 day', now(), '', $1)`,
          [createSealer(sealing_keys).seal('a token', 'session:00000000-0000-4000-8000-000000000000')],
        );
      });
      return contentsOf(url);
    });
    const said = await done(dataDir, ['backup', '--to', place]);
    expect(said).toMatch(/Backed up \d+ rows of \d+ tables and 0 files/);
    const { sealing_keys } = await generatedSecrets(dataDir);
    expect(said).toContain(`sealed with key ${sealingKeyName(sealing_keys[0] ?? '')}`);
    // The program was not disturbed.
    expect((await fetch(`${program.address}/readyz`)).status).toBe(200);
    const [folder = ''] = await backupsIn(place);
    const backup = join(place, folder);
    expect(await done(dataDir, ['backup', 'list', '--to', place])).toContain(backup);
    const everything = await readdir(place, { recursive: true, withFileTypes: true });
    for (const entry of everything.filter((one) => one.isFile()))
      expect(String(await readFile(join(entry.parentPath, entry.name)))).not.toContain(sealing_keys[0]);

    const restored = await newDataFolder();
    expect(await command(restored, ['restore', backup])).toMatchObject({
      code: 1,
      refused: expect.stringContaining(`Copy secrets.json from the old data folder to ${restored}`),
    });
    await copyFile(join(dataDir, 'secrets.json'), join(restored, 'secrets.json'));
    const restoring = await done(restored, ['restore', backup]);
    expect(restoring).toContain('Counts and checksums agree.');
    expect(restoring.trimEnd()).toMatch(new RegExp(`Start it: npm start -- --data-dir ${restored}$`));
    expect(await withDatabase(restored, contentsOf)).toEqual(before);
    expect(await command(restored, ['restore', backup])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('is not empty'),
    });
    expect(await command(dataDir, ['restore', backup])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('Another program already runs'),
    });
    await program.stop();
    const again = await start(restored);
    expect((await fetch(`${again.address}/readyz`)).status).toBe(200);
    // The simulated Discord came along.
    const world = (dir: string) => readFile(join(dir, 'discord/journal.jsonl'), 'utf8');
    const tokenIn = async (dir: string) => /"bot_token":"([^"]+)"/.exec(await world(dir))?.[1];
    expect(await tokenIn(restored)).toBe(await tokenIn(dataDir));
    await again.stop();
  },
);

test('a backup that is killed is none, and the next one is whole', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  await filled(dataDir, 20_000);
  const child = spawnCommand(dataDir, ['backup']);
  await atLine(child, 'ticket_messages:', () => void child.kill('SIGKILL'));
  const place = join(dataDir, 'backups');
  const [half = ''] = await backupsIn(place);
  expect(half).toMatch(/^tickets-/);
  expect(await done(dataDir, ['backup', 'list'])).toContain('There are no backups');
  expect(await command(await newDataFolder(), ['restore', join(place, half)])).toMatchObject({
    code: 1,
    refused: expect.stringContaining('is not whole: it has no manifest'),
  });
  await done(dataDir, ['backup']);
  expect((await done(dataDir, ['backup', 'list'])).trim().split('\n')).toHaveLength(1);
});

test('a restore that is killed leaves nothing to be seen, and can be repeated', patience, async () => {
  const [dataDir, target] = [await newDataFolderWithDatabase(), await newDataFolder()];
  await filled(dataDir, 20_000);
  await done(dataDir, ['backup']);
  const [folder = ''] = await backupsIn(join(dataDir, 'backups'));
  await copyFile(join(dataDir, 'secrets.json'), join(target, 'secrets.json'));
  for (const line of ['ticket_messages:', 'checking']) {
    const child = spawnCommand(target, ['restore', join(dataDir, 'backups', folder)]);
    await atLine(child, line, () => void child.kill('SIGKILL'));
    await once(child, 'exit').catch(() => undefined);
    // Whatever the server still does for it is over as soon as it notices.
    await vi.waitFor(async () => expect(await tablesIn(target)).toBe(0), 10_000);
    await stopOrphan(target);
  }
  await done(target, ['restore', join(dataDir, 'backups', folder)]);
  expect(await withDatabase(target, contentsOf)).toEqual(await withDatabase(dataDir, contentsOf));
});

test(
  'a full disk ends a backup and a restore with a clear text, and everything is as before',
  patience,
  async (context) => {
    await using disk = await smallDisk();
    if (!disk) return context.skip('this account may not mount a small disk');
    const dataDir = await newDataFolderWithDatabase();
    await filled(dataDir, 40_000);
    await disk.fill();
    await rm(join(disk.dir, 'none'), { force: true });
    const full = join(disk.dir, 'backups');
    expect(await command(dataDir, ['backup', '--to', full])).toMatchObject({
      code: 1,
      refused: expect.stringMatching(
        /could not be written to .*: its disk has \d+ MiB left, and backups leave 256 MiB free\./,
      ),
    });
    expect(await backupsIn(full)).toEqual([]);
    await disk.free();
    await done(dataDir, ['backup', '--to', full]);
    const [folder = ''] = await backupsIn(full);

    // Removed before the disk is.
    await using restored = await createDataFolder(disk.dir);
    const target = restored.dir;
    await copyFile(join(dataDir, 'secrets.json'), join(target, 'secrets.json'));
    const child = spawnCommand(target, ['restore', join(full, folder)]);
    const [refused] = await Promise.all([
      text(child.stderr),
      // It stands still meanwhile: on a busy machine it would have ended before the disk is full.
      atLine(child, 'guild_channels:', async () => {
        child.kill('SIGSTOP');
        await disk.fill();
        child.kill('SIGCONT');
      }),
    ]);
    expect(refused).toMatch(/its disk is full|the disk is full/);
    await disk.free();
    expect(await tablesIn(target)).toBe(0);
    await done(target, ['restore', join(full, folder)]);
    expect(await withDatabase(target, contentsOf)).toEqual(await withDatabase(dataDir, contentsOf));
    await stopOrphan(target);
  },
);

test(
  'a key is changed while the program runs; the old one goes when nothing needs it',
  patience,
  async () => {
    const dataDir = await newDataFolderWithDatabase();
    const program = await start(dataDir);
    const [first = ''] = (await generatedSecrets(dataDir)).sealing_keys;
    const context = 'session:00000000-0000-4000-8000-000000000000';
    const url = (await findRunningPostgres(dataDir)) ?? '';
    await withClient(url, async (client) => {
      await client.query("insert into users (user_id, username) values (7, 'somebody')");
      await client.query(
        `insert into sessions (session_id, user_id, expires_at, access_expires_at, scopes, access_token)
       values ('00000000-0000-4000-8000-000000000000', 7, now() + interval '1 day', now(), '', $1)`,
        [createSealer([first]).seal('a token', context)],
      );
    });
    const sealed = () =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ access_token: Buffer }>('select access_token from sessions');
        return rows[0]?.access_token ?? Buffer.alloc(0);
      });
    const said = await done(dataDir, ['rotate-key']);
    const [second = '', ...rest] = (await generatedSecrets(dataDir)).sealing_keys;
    expect(rest).toEqual([first]);
    expect(said).toContain(`Made key ${sealingKeyName(second)}`);
    expect(said).toContain('sessions.access_token: 1 looked at, 1 sealed');
    expect(said).toContain(`(${sealingKeyName(first)}) may be removed`);
    expect(createSealer([second]).open(await sealed(), context)).toBe('a token');
    expect((await fetch(`${program.address}/readyz`)).status).toBe(200);

    // While one is at work, another changes nothing.
    await withClient(url, async (client) => {
      await client.query("select pg_advisory_lock(hashtextextended('tickets rotate-key', 0))");
      for (const options of [[], ['--forget-old']])
        expect(await command(dataDir, ['rotate-key', ...options])).toMatchObject({
          code: 1,
          refused: expect.stringContaining('by another rotate-key'),
        });
    });
    expect((await generatedSecrets(dataDir)).sealing_keys).toEqual([second, first]);

    // A change that was interrupted after the key was made goes on with that key.
    await withClient(url, (client) =>
      client.query('update sessions set access_token = $1', [createSealer([first]).seal('a token', context)]),
    );
    expect(await command(dataDir, ['rotate-key', '--forget-old'])).toMatchObject({
      code: 1,
      refused: expect.stringContaining(`still sealed with key ${sealingKeyName(first)}`),
    });
    expect(await done(dataDir, ['rotate-key'])).toContain(`Going on with key ${sealingKeyName(second)}`);
    expect(await done(dataDir, ['rotate-key', '--forget-old'])).toContain(`Removed ${sealingKeyName(first)}`);
    expect((await generatedSecrets(dataDir)).sealing_keys).toEqual([second]);
    expect(createSealer([second]).open(await sealed(), context)).toBe('a token');
    await program.stop();
  },
);

test('keys that are configured are changed by putting a new one first', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)];
  await filled(dataDir);
  await withDatabase(dataDir, (url) =>
    withClient(url, (client) =>
      client.query('update sessions set access_token = $1 where access_token is not null', [
        createSealer([old]).seal('a token', 'session:00000000-0000-4000-8000-000000000000'),
      ]),
    ),
  );
  expect(await done(dataDir, ['rotate-key'], { SECRET_KEYS: old })).toContain('There is no other key');
  const said = await done(dataDir, ['rotate-key'], { SECRET_KEYS: `${fresh},${old}` });
  expect(said).toContain(`sealed with key ${sealingKeyName(fresh)}`);
  expect(said).toContain('take them out of SECRET_KEYS and restart');
  expect(await command(dataDir, ['rotate-key', '--forget-old'], { SECRET_KEYS: fresh })).toMatchObject({
    code: 1,
  });
  const withoutKey = async (keys: string) => {
    const { said } = await command(dataDir, ['doctor'], { SECRET_KEYS: keys });
    return Number(
      /ERROR +Sealed values +(\d+) sealed values? in the database cannot be opened/.exec(said)?.[1],
    );
  };
  // What fills the other tables is sealed with no key.
  expect(await withoutKey(old)).toBe((await withoutKey(fresh)) + 1);
});

test(
  'everything moves from the embedded database into another one, but not while the program runs',
  patience,
  async () => {
    const dataDir = await newDataFolderWithDatabase();
    await using target = await emptyTestDatabase();
    const program = await start(dataDir);
    expect(await command(dataDir, ['move', '--to', target.url])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('Another program already runs'),
    });
    await program.stop();
    expect(await command(dataDir, ['move', '--to', 'nowhere'])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('needs --to'),
    });
    expect(await command(dataDir, ['move', '--to', 'postgresql://nobody@127.0.0.1:1/none'])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('does not answer'),
    });
    expect(await done(dataDir, ['move', '--to', target.url])).toContain(
      'Counts and checksums of every table agree.',
    );
    expect(await contentsOf(target.url)).toEqual(await withDatabase(dataDir, contentsOf));
    expect(await command(dataDir, ['move', '--to', target.url])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('is not empty'),
    });
    const moved = await start(dataDir, { DATABASE_URL: target.url });
    expect((await fetch(`${moved.address}/readyz`)).status).toBe(200);
    // From one server to another as well, and not while it is written to.
    await using further = await emptyTestDatabase();
    expect(await command(dataDir, ['move', '--to', further.url], { DATABASE_URL: target.url })).toMatchObject(
      {
        code: 1,
        refused: expect.stringContaining('The program runs on the database'),
      },
    );
    await moved.stop();
    await done(dataDir, ['move', '--to', further.url], { DATABASE_URL: target.url });
    expect(await contentsOf(further.url)).toEqual(await contentsOf(target.url));
  },
);

test(
  'the demo is put aside whole, the folder is empty for the real Discord, and the demo starts from where it is',
  patience,
  async () => {
    const dataDir = await newDataFolder();
    expect(await command(dataDir, ['leave-demo'])).toMatchObject({
      code: 1,
      refused: `There is no demo in ${dataDir}.\n`,
    });
    const demo = await start(dataDir);
    expect((await command(dataDir, ['leave-demo'])).refused).toContain('already runs');
    await demo.stop();
    expect(
      (await command(dataDir, ['leave-demo'], { DATABASE_URL: 'postgresql://127.0.0.1:9/tickets' })).refused,
    ).toContain(`If the demo lies in ${dataDir}, take DATABASE_URL out until it is moved.`);
    const before = await withDatabase(dataDir, contentsOf);
    const aside = join(dataDir, 'demo');
    expect(await done(dataDir, ['leave-demo'])).toContain('counts and checksums agree');
    expect(await withDatabase(aside, contentsOf)).toEqual(before);
    expect((await readdir(dataDir)).toSorted()).toEqual(['demo', 'program.lock']);

    const token = `${Buffer.from('123456789012345678').toString('base64')}.abcdef.${'x'.repeat(30)}`;
    const real = await start(dataDir, {
      DISCORD_TOKEN: token,
      DISCORD_CLIENT_SECRET: 'x'.repeat(32),
      DISCORD_API_URL: 'http://127.0.0.1:9',
    });
    await real.stop();
    expect(await command(dataDir, ['leave-demo'])).toMatchObject({
      code: 1,
      refused: expect.stringContaining('holds the data of real servers'),
    });
    await start(aside).then(({ stop }) => stop());
  },
);

test.runIf(process.getuid?.() === 0)(
  'a demo whose database lies elsewhere, because its account cannot enter the data folder, is put aside as well',
  patience,
  async () => {
    const dataDir = join(await newDataFolder(), 'data');
    await mkdir(dataDir);
    await chmod(join(dataDir, '..'), 0o700);
    await withDatabase(dataDir, (url) => migrate(url));
    const elsewhere = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim();
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    const before = await withDatabase(dataDir, contentsOf);
    expect(await done(dataDir, ['leave-demo'])).toContain('counts and checksums agree');
    expect((await readdir(dataDir)).toSorted()).toEqual(['demo', 'program.lock']);
    expect(await withDatabase(join(dataDir, 'demo'), contentsOf)).toEqual(before);
    expect(await command(dataDir, ['leave-demo'])).toMatchObject({
      code: 1,
      refused: `There is no demo in ${dataDir}.\n`,
    });
  },
);

test(
  'before the database is upgraded a backup is made, and without it nothing is changed',
  patience,
  async () => {
    const dataDir = await newDataFolder();
    await withDatabase(dataDir, async (url) => {
      await migrate(url, { to: 35 });
      await withClient(url, fillEveryTable);
    });
    const schema = () =>
      withDatabase(dataDir, (url) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ at: number }>(
            'select max(version) as at from schema_migrations',
          );
          return rows[0]?.at;
        }),
      );
    await mkdir(join(dataDir, 'no'));
    await writeFile(join(dataDir, 'no/folder'), 'a file');
    expect(await command(dataDir, ['migrate'], { BACKUP_TO: join(dataDir, 'no/folder') })).toMatchObject({
      code: 1,
      refused: expect.stringMatching(
        /a backup is made, and it failed\. Nothing was changed\..*[^.]\. Mend that .*BACKUP_BEFORE_UPGRADE=off/,
      ),
    });
    expect(await schema()).toBe(35);
    const { said } = await command(dataDir, ['migrate']);
    expect(said).toContain('a backup is made before the database is upgraded');
    expect(await schema()).toBe(newestMigration());
    const [folder = ''] = await backupsIn(join(dataDir, 'backups'));
    expect(folder).toMatch(/-before-upgrade(-[0-9a-f]{8}){2}$/);
    // Nothing is to be upgraded the next time.
    expect(await done(dataDir, ['migrate'])).toContain('up to date');
    expect(await backupsIn(join(dataDir, 'backups'))).toHaveLength(1);

    const target = await newDataFolder();
    await copyFile(join(dataDir, 'secrets.json'), join(target, 'secrets.json')).catch(() => undefined);
    expect(await done(target, ['restore', join(dataDir, 'backups', folder)])).toContain(
      'was brought to the newest',
    );
  },
);

test('a backup is made every night, as the configuration says', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const place = join(dataDir, 'nightly');
  const program = await start(dataDir, { BACKUP_TO: place });
  const backup = await vi.waitFor(async () => {
    const said = await done(dataDir, ['backup', 'list', '--to', place]);
    if (!said.includes('nightly  ')) throw new Error('There is none yet');
    return said;
  }, 30_000);
  expect(backup.trim().split('\n')).toHaveLength(1);
  const doctor = await command(dataDir, ['doctor'], { BACKUP_TO: place });
  expect(doctor.said).toMatch(/ok +Backups +The last backup is of/);
  await program.stop();
});
