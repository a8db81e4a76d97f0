import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@tickets/core/platform/clock';
import { createPool } from '@tickets/core/platform/db/db';
import { findRunningProgram } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { isAlive } from '@tickets/core/platform/db/embedded/postmaster';
import { findRunningPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import { createTokens } from '@tickets/core/sessions/tokens';
import { readZip } from '@tickets/testkit/archives/zip';
import {
  createDataFolderWithDatabase,
  type DataFolder,
  newDataFolder,
  newDataFolderWithDatabase,
} from '@tickets/testkit/outside/data-folder';
import { codeCache } from '@tickets/testkit/outside/program';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../config/ports.ts';
import { generatedSecrets } from '../files/secrets.ts';

const main = join(import.meta.dirname, '../main.ts');
const patience = { timeout: 90_000 };

const run = (dataDir: string, ...args: string[]) => runWith({}, dataDir, ...args);

/** Starts the program; it ends with the test. */
function runWith(env: Record<string, string>, dataDir: string, ...args: string[]) {
  const program = spawnProgram(env, dataDir, ...args);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  return program;
}

function spawnProgram(env: Record<string, string>, dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [main, 'start', '--no-demo', '--data-dir', dataDir, ...args], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...codeCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, stdout: text(child.stdout), stderr: text(child.stderr), exited: once(child, 'exit') };
}

/** Waits until the program says where it is; fails with its own words when it ends instead. */
async function ready({ child, stderr, exited }: ReturnType<typeof run>, dataDir: string): Promise<string> {
  const ended = exited.then(async ([code]) => {
    throw new Error(`The program ended with ${code}: ${await stderr}`);
  });
  const address = vi.waitFor(async () => {
    const program = await findRunningProgram(dataDir);
    if (program?.pid !== child.pid || !program?.address) throw new Error('The program is not ready yet');
    return program.address;
  }, patience);
  return Promise.race([address, ended]);
}

const realDiscord = (url: string) => ({
  DISCORD_TOKEN: `${Buffer.from('123456789012345678').toString('base64')}.abcdef.${'x'.repeat(30)}`,
  DISCORD_CLIENT_SECRET: 'x'.repeat(32),
  DISCORD_API_URL: url,
});

const anyPort = ['--port', '0', '--sim-port', '0'];
const databaseProcess = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

async function stopped(child: ChildProcess, signal: NodeJS.Signals) {
  const asked = performance.now();
  child.kill(signal);
  // As npm passes Ctrl-C on, it comes twice.
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return { code, ms: performance.now() - asked };
}

test(
  'the program says in three lines where it is, answers there, and stops cleanly when asked',
  patience,
  async () => {
    const dataDir = await newDataFolder();
    const program = run(dataDir, ...anyPort);
    const address = await ready(program, dataDir);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const database = await databaseProcess(dataDir);

    const { code, ms } = await stopped(program.child, 'SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    expect(await isAlive(database)).toBe(false);
    const lines = (await program.stdout).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(address);
    expect(lines[1]).toContain('You can be ');
    expect(lines[2]).toContain('DISCORD_TOKEN');
  },
);

test('a second program on the same data folder says which one is there, and ends', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const first = run(dataDir, ...anyPort);
  const address = await ready(first, dataDir);
  const second = run(dataDir, ...anyPort);
  expect(await second.exited).toEqual([1, null]);
  expect(await second.stderr).toContain(
    `already runs on ${dataDir} (process ${first.child.pid}, ${address})`,
  );
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test('after kill -9 the next start takes up where the killed one was', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const killed = run(dataDir, ...anyPort);
  await ready(killed, dataDir);
  const database = await databaseProcess(dataDir);
  killed.child.kill('SIGKILL');
  await killed.exited;

  const next = run(dataDir, ...anyPort);
  const address = await ready(next, dataDir);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await databaseProcess(dataDir)).toBe(database);
});

test('the dashboard is there before Discord has answered', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const port = await freePort('127.0.0.1', 0);
  // It takes what is asked, and never says a word.
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port: discord } = silent.address() as AddressInfo; // It listens on TCP.
  const program = runWith(realDiscord(`http://127.0.0.1:${discord}`), dataDir, '--port', String(port));
  let said = '';
  program.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/config.json`)).status).toBe(200),
    patience,
  );
  await sleep(1_000);
  expect(said).not.toContain('Tickets is ready');
});

test('a first start that was interrupted while it filled the demo begins anew', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const first = run(dataDir, ...anyPort);
  await ready(first, dataDir);
  const before = (await findRunningProgram(dataDir))?.simulator?.application_id;
  first.child.kill('SIGKILL');
  await first.exited;
  await writeFile(join(dataDir, 'demo.unfinished'), '');

  const address = await ready(run(dataDir, ...anyPort), dataDir);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const after = (await findRunningProgram(dataDir))?.simulator?.application_id;
  expect(after).not.toBe(before);
});

/** Gives a command and answers what it says, with what it refuses. */
const commandIn =
  (dataDir: string, command: string) =>
  async (...args: string[]) => {
    const child = spawn(process.execPath, [main, command, ...args, '--data-dir', dataDir], {
      cwd: dataDir,
      env: { PATH: process.env.PATH, ...codeCache() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, refused] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return said + refused;
  };

test('what is no id is refused before anything is started', patience, async () => {
  const dataDir = await newDataFolder();
  const tooLarge = '99999999999999999999';
  for (const id of ['olive', tooLarge]) {
    expect(await commandIn(dataDir, 'premium')('grant', id, '--user')).toBe(
      'premium grant needs the Discord id of a server, or with --user of a user.\n',
    );
    expect(await commandIn(dataDir, 'data')('show', id)).toBe(
      'data show needs the Discord id of a person.\n',
    );
  }
  expect(await readdir(dataDir)).toEqual([]);
});

describe('while the program runs', () => {
  let folder: DataFolder;
  let program: ReturnType<typeof spawnProgram>;
  let address: string;
  beforeAll(async () => {
    folder = await createDataFolderWithDatabase();
    program = spawnProgram({}, folder.dir, ...anyPort);
    address = await ready(program, folder.dir);
  }, patience.timeout);
  afterAll(async () => {
    program.child.kill('SIGKILL');
    await folder[Symbol.asyncDispose]();
  });

  test('premium is granted and taken back by command', patience, async () => {
    const premium = commandIn(folder.dir, 'premium');
    const id = '123456789012345678';
    expect(await premium('grant', id)).toBe(
      `The bot is not in server ${id}. Check the id, or invite the bot first.\n`,
    );
    await premium('grant', id, '--user', '--days', '30');
    expect(await premium('list')).toMatch(/^user 123456789012345678 {2}premium {2}operator .* until \d{4}-/);
    expect(await premium('revoke', id, '--user')).toContain('Took premium back');
    expect(await premium('list')).toBe('Nothing is granted.\n');
  });

  test('a choice of servers is given, changed and taken back by command', patience, async () => {
    const premium = commandIn(folder.dir, 'premium');
    const id = '123456789012345678';
    expect(await premium('grant', id, '--servers', '101')).toBe(
      '--servers must be a whole number from 1 to 100.\n',
    );
    expect(await premium('grant', id, '--servers', '3')).toBe(
      `User ${id} has premium for 3 servers for good. They choose them in the dashboard, under Premium Servers.\n`,
    );
    expect(await premium('grant', id, '--servers', '1', '--days', '30', '--whitelabel')).toMatch(
      /has premium with whitelabel for 1 server until \d{4}-.*\nThis replaces what they had: premium for 3 servers for good\.\n$/,
    );
    expect(await premium('list')).toMatch(
      /^user 123456789012345678 {2}whitelabel {2}subscription for 1 {2}until \d{4}-\S+\n$/,
    );
    // Whoever means to add a server takes whitelabel away, and is told so.
    expect(await premium('grant', id, '--servers', '2')).toMatch(
      /had: premium with whitelabel for 1 server until \S+\.\nSo they have whitelabel no more\. .*--whitelabel\.\n$/,
    );
    // It belongs to a person, and the command says so where one forgets it.
    expect(await premium('revoke', id)).toContain('--user');
    expect(await premium('revoke', id, '--user')).toBe(`Ended the subscription of user ${id}.\n`);
    expect(await premium('list')).toBe('Nothing is granted.\n');
  });

  test('keys are made, listed and revoked by command', patience, async () => {
    const premium = commandIn(folder.dir, 'premium');
    expect(await premium('key', 'list')).toBe('There are no keys.\n');
    const made = (await premium('key', '--days', '30', '--count', '2')).split('\n');
    expect(made[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(made[3]).toBe(
      '2 new: premium for 30 days. They are shown only now. Each works once, with /premium in a server.',
    );
    expect(await premium('key', '--days', '1', '--whitelabel')).toContain('1 new: whitelabel for 1 day.');
    expect(await premium('key', 'list')).toBe(
      'key 1  premium  30 days  not redeemed\nkey 2  premium  30 days  not redeemed\nkey 3  whitelabel  1 day  not redeemed\n',
    );
    const pool = createPool((await findRunningPostgres(folder.dir)) ?? '', { max: 1 });
    await pool.query(`
    insert into guilds (guild_id, name, owner_id) values (1, 'A server', 2);
    update premium_keys set redeemed_at = now(), redeemed_by = 2, guild_id = 1 where key_id = 1;
    insert into entitlements (guild_id, source, sku_label, key_id) values (1, 'key', 'Key', 1)`);
    expect(await premium('list')).toBe('server 1  premium  key  Key  for good\n');
    expect(await premium('key', 'revoke')).toContain('needs the number of a key');
    expect(await premium('key', 'revoke', '9')).toBe('There is no key 9 that could be revoked.\n');
    expect(await premium('key', 'revoke', '1')).toBe(
      'Revoked key 1, and took its premium back from server 1.\n',
    );
    expect(await premium('key', 'revoke', '1')).toBe('There is no key 1 that could be revoked.\n');
    expect(await premium('key', 'revoke', '2')).toBe('Revoked key 2.\n');
    expect(await premium('list')).toBe('Nothing is granted.\n');
    expect(await premium('key', 'list')).toMatch(
      /^key 1 {2}premium {2}30 days {2}redeemed \S+ by user 2 for server 1 {2}revoked \S+\nkey 2 .* not redeemed {2}revoked/,
    );
    await pool.end();
  });

  test('what is kept of a person is counted, copied and erased by command', patience, async () => {
    const data = commandIn(folder.dir, 'data');
    const id = '123456789012345678';
    const pool = createPool((await findRunningPostgres(folder.dir)) ?? '', { max: 1 });
    await pool.query(`
    insert into guilds (guild_id, name, owner_id) values (5, 'A server', 2);
    insert into users (user_id, username) values (${id}, 'somebody');
    insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name)
      values (5, 1, 'closed', ${id}, 'panel', 3, 'Help', 'ticket-1')`);
    const session = {
      session_id: randomUUID(),
      user_id: id,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    };
    await pool.query(
      `insert into sessions (session_id, user_id, created_at, expires_at, access_expires_at, scopes)
        values ($1, $2, $3, $4, $4, 'identify')`,
      Object.values(session),
    );
    await pool.end();
    const { jwt_secret: token_secret } = await generatedSecrets(folder.dir);
    const token = createTokens({ config: { token_secret }, clock: systemClock }).sign(session);
    const asThem = async () =>
      (await fetch(`${address}/user/data`, { headers: { authorization: token, 'x-tickets': 'true' } }))
        .status;
    expect(await data('show', id)).toMatch(/^tickets opened +[1-9]/m);
    expect(await data('export', id)).toContain('needs --to');
    const file = join(folder.dir, 'copy.zip');
    expect(await data('export', id, '--to', file)).toMatch(/^Wrote \d+ rows and files/);
    expect(await data('export', id, '--to', file)).toContain('is there already');
    const copy = await readZip(await readFile(file));
    expect(JSON.parse(String(copy.get('account.json'))).account.user_id).toBe(id);
    expect(await data('erase', id)).toContain('will be erased at');
    expect(await data('erase', id, '--cancel')).toContain('is cancelled');
    expect(await asThem()).toBe(200);
    expect(await data('erase', id, '--now')).toMatch(/was erased \(\d+ rows and files\)/);
    // The program believed the sign-in a moment ago, and would go on for seconds if it were not told.
    expect(await asThem()).toBe(401);
    expect(await data('show', id)).toMatch(/^tickets opened +0$/m);
  });
});

test('the real Discord is not let into the folder of the demo, which stays as it is', patience, async () => {
  const dataDir = await newDataFolderWithDatabase();
  const demo = run(dataDir, ...anyPort);
  await ready(demo, dataDir);
  demo.child.kill('SIGTERM');
  await demo.exited;
  const real = runWith(realDiscord('http://127.0.0.1:9'), dataDir, ...anyPort);
  expect(await real.exited).toEqual([1, null]);
  expect(await real.stderr).toMatch(
    /holds the demo.*never mixed.*DATA_DIR=\.data-real.*starts again without DISCORD_TOKEN/,
  );
  await ready(run(dataDir, ...anyPort), dataDir);
});

test('a port that was named and is taken is refused', patience, async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as AddressInfo;
  const program = run(await newDataFolderWithDatabase(), '--port', String(port));
  expect(await program.exited).toEqual([1, null]);
  expect(await program.stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is taken.*--port or PORT\.\n$/);
});

test('what is wrong with the configuration is said without a stack', patience, async () => {
  const program = run(await newDataFolder(), '--port', 'eighty');
  expect(await program.exited).toEqual([1, null]);
  expect(await program.stderr).toBe(
    'The configuration is not right yet:\n  - --port must be a port number\n',
  );
});

test('an .env that is a folder, as Docker makes one, is said without a stack', patience, async () => {
  const folder = await newDataFolder();
  await mkdir(join(folder, '.env'));
  const program = run(folder, '--port', '0');
  expect(await program.exited).toEqual([1, null]);
  expect(await program.stderr).toBe(
    `${join(folder, '.env')} cannot be read. Make sure that it is a file, not a folder, and that the account that runs Tickets may read it.\n`,
  );
});
