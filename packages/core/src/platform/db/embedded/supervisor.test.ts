import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { pino } from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { accountFor } from './account.ts';
import { withClient } from './connection.ts';
import { isAlive } from './postmaster.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
  stopOrphan,
} from './supervisor.ts';

const log = pino({ level: 'silent' });
const asRoot = process.getuid?.() === 0;
// Each test sets up a server or two of its own, which takes long where many things run at once.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newDataDir(name = 'data') {
  const parent = await mkdtemp(join(tmpdir(), 'tickets-pg-'));
  // As anybody may enter /tmp, so may they enter this.
  await chmod(parent, 0o755);
  cleanUps.push(() => rm(parent, { recursive: true, force: true }));
  return join(parent, name);
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log });
  cleanUps.push(() => server.stop());
  return server;
}

const one = (url: string, sql: string) =>
  withClient(url, async (client) => Object.values((await client.query(sql)).rows[0] ?? {})[0]);

/** A program of its own that starts the server, so that it can be killed. */
async function startInChild(dataDir: string) {
  const script = `
    import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { pino } from 'pino';
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))};
    const log = pino({ level: 'silent' });
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false, log });
    console.log(JSON.stringify({ url: server.url, pid: server.pid }));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const server: { url: string; pid: number } = JSON.parse(line);
  return { child, ...server };
}

test('data survives a stop and a start', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await one(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(await isAlive(first.pid)).toBe(false);
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await one(second.url, 'SELECT answer FROM kept')).toBe(42);
});

test.each([
  ['empty', ''],
  ['full of zeros', '\0'.repeat(100)],
])('a lock file that a power cut left %s does not keep the server from starting', async (_, left) => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await one(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  await writeFile(file, left);
  const second = await start(dataDir);
  expect(await one(second.url, 'SELECT answer FROM kept')).toBe(42);
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['full of zeros', '\0'.repeat(32)],
])(
  'a password file that is %s ends the start in a sentence that names it, and no server is left',
  async (_, left) => {
    const dataDir = await newDataDir();
    await (await start(dataDir)).stop();
    const file = join(dataDir, 'postgres', 'password');
    const password = await readFile(file, 'utf8');
    await (left === undefined ? rm(file) : writeFile(file, left));
    const refused = await start(dataDir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect(String(refused)).toContain(`${file} is missing or empty`);
    await writeFile(file, password);
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    expect((await start(dataDir)).adopted).toBe(false);
  },
);

test('an empty note of where PostgreSQL lives ends the start, and no new database is made', async () => {
  const dataDir = await newDataDir();
  await mkdir(dataDir);
  const note = join(dataDir, 'postgres.location');
  await writeFile(note, '');
  await expect(start(dataDir)).rejects.toThrow(`${note} is empty`);
  expect(await readdir(dataDir)).toEqual(['postgres.location']);
});

test('the server of a program that was killed is taken over with all its data', async () => {
  const dataDir = await newDataDir();
  const killed = await startInChild(dataDir);
  await one(killed.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(await isAlive(killed.pid)).toBe(true);

  const next = await start(dataDir);
  expect(next.adopted).toBe(true);
  expect(next.pid).toBe(killed.pid);
  expect(await one(next.url, 'SELECT answer FROM kept')).toBe(42);
  await next.stop();
  expect(await isAlive(killed.pid)).toBe(false);
});

test('a server left with other settings is replaced, not taken over', async () => {
  const dataDir = await newDataDir();
  const killed = await startInChild(dataDir);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = await startEmbeddedPostgres({ dataDir, durable: true, log });
  cleanUps.push(() => next.stop());
  expect(next.adopted).toBe(false);
  expect(await one(next.url, 'SHOW fsync')).toBe('on');
});

/** A process of the server's own account, of which the server could believe that it is another server. */
async function spawnAsServer(dataDir: string, script: string) {
  const account = await accountFor(join(dataDir, 'postgres/data'));
  const child = spawn('/bin/sh', ['-c', script], { ...account, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, line: async () => String((await once(createInterface(child.stdout), 'line'))[0]) };
}

const formerOwners: [string, (dataDir: string) => Promise<number | undefined>][] = [
  [
    'is dead',
    async (dataDir) => {
      const { child } = await spawnAsServer(dataDir, ':');
      await once(child, 'exit');
      return child.pid;
    },
  ],
  [
    'waits as a zombie for a parent that never asks',
    async (dataDir) => {
      const { line } = await spawnAsServer(dataDir, 'sh -c : & echo $!; exec sleep 600');
      const pid = Number(await line());
      await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false));
      return pid;
    },
  ],
  [
    'is another process by now',
    async (dataDir) => (await spawnAsServer(dataDir, 'exec sleep 600')).child.pid,
  ],
];

test.each(formerOwners)(
  'locks of a server whose number %s do not keep the next from starting',
  async (_, ownerOf) => {
    const dataDir = await newDataDir();
    await (await start(dataDir)).stop();
    const home = join(dataDir, 'postgres');
    const pid = await ownerOf(dataDir);
    await writeFile(join(home, 'data/postmaster.pid'), `${pid}\n${home}/data\n1\n5432\n${home}/run\n\n`);
    const sockets = join(home, 'run');
    await writeFile(join(sockets, '.s.PGSQL.5432.lock'), `${pid}\n${home}/data\n1\n5432\n${sockets}\n\n`);
    expect((await start(dataDir)).adopted).toBe(false);
  },
);

test('a server that lost its pid file is stopped before another runs on its data', async () => {
  const dataDir = await newDataDir();
  const killed = await startInChild(dataDir);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await rm(join(dataDir, 'postgres/data/postmaster.pid'));
  const next = await start(dataDir);
  expect(next.pid).not.toBe(killed.pid);
  expect(await isAlive(killed.pid)).toBe(false);
});

test('a tool that looks for a running server changes nothing in the folder', async () => {
  const dataDir = await newDataDir();
  await (await start(dataDir)).stop();
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${dataDir}\n1\n5432\n/nowhere\n\n`);
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
  expect(await readFile(pidFile, 'utf8')).toContain(String(process.pid));
});

test('a server that dies under the program comes back at the same address', async () => {
  const server = await start(await newDataDir());
  const before = server.pid;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(server.pid).not.toBe(before), { timeout: 15_000 });
  expect(await one(server.url, 'SELECT 1')).toBe(1);
});

test('a folder whose path is too long for a socket works all the same', async () => {
  const server = await start(await newDataDir('x'.repeat(120)));
  expect(await one(server.url, 'SELECT 1')).toBe(1);
});

test('data of another PostgreSQL version is refused and told how to be kept', async () => {
  const dataDir = await newDataDir();
  await (await start(dataDir)).stop();
  await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '13\n');
  await expect(start(dataDir)).rejects.toThrow(
    /written by PostgreSQL 13.*brings PostgreSQL \d+.*DATABASE_URL/s,
  );
});

test('only one who has the password gets in, and only the owner may read it', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  const wrong = server.url.replace(/tickets:[^@]+@/, 'tickets:guess@');
  await expect(one(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  const file = join(dataDir, 'postgres/password');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await readFile(file, 'utf8')).length).toBeGreaterThanOrEqual(32);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
});

test('a tool can find the running server, and finds none when it has stopped', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  expect(await findRunningPostgres(dataDir)).toBe(server.url);
  await server.stop();
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
});

test('what a killed program left behind can be stopped without starting anything', async () => {
  const dataDir = await newDataDir();
  const killed = await startInChild(dataDir);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await stopOrphan(dataDir);
  expect(await isAlive(killed.pid)).toBe(false);
});

test.runIf(asRoot)('root runs the server as another account', async () => {
  const server = await start(await newDataDir());
  expect((await stat(`/proc/${server.pid}`)).uid).not.toBe(0);
});

test.runIf(asRoot)('root may keep its data where the other account cannot go', async () => {
  const dataDir = await newDataDir();
  await chmod(join(dataDir, '..'), 0o700);
  const server = await start(dataDir);
  const elsewhere = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim();
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await one(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await server.stop();
  expect(await one((await start(dataDir)).url, 'SELECT answer FROM kept')).toBe(42);
});

test.each([4, 24])(
  'a server on a disk with %d MB left does not start, and says so in a sentence',
  async (megabytes) => {
    await using disk = await smallDisk();
    if (!disk) return;
    await disk.fill(megabytes * 1024 ** 2);
    const error = await startEmbeddedPostgres({ dataDir: join(disk.dir, 'data'), durable: false, log }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(
      /The disk of \S+ is full: PostgreSQL needs .* Free some space, or name .*--data-dir/,
    );
    expect(String(error)).not.toContain('\n');
  },
);
