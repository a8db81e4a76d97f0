import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { Agent, get as request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { databaseNamed, withClient } from '@tickets/core/platform/db/embedded/connection';
import { alone, migrate } from '@tickets/core/platform/db/migrate';
import { startDiscord } from '@tickets/discord-sim/start';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { startTransactionPooler } from '@tickets/testkit/database/transaction-pooler';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { newDataFolder } from '@tickets/testkit/outside/data-folder';
import { codeCache, startProgramProcess } from '@tickets/testkit/outside/program';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../config/ports.ts';

// What keeps a start from going on is logged by that process.
allowWarning(
  /"msg":"(another program changes the schema|Nothing can be written to|could not start|waiting before the end|the database (does not answer|takes no changes))/,
);

vi.setConfig({ testTimeout: 120_000 });

const patience = { timeout: 60_000, interval: 50 };
const unknown = { bot: 'unknown', jobs: 'unknown', discord: 'unknown' };
const old = 35;

interface StartOptions {
  database_url?: string;
  env?: Record<string, string>;
}

async function installation({ schema }: { schema?: number } = {}) {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  if (schema) {
    await migrate(database.url, { to: schema });
    await withClient(database.url, (client) =>
      client.query("insert into users (user_id, username) values (77, 'written by the older program')"),
    );
  }
  const data_dir = await newDataFolder();
  const sim = await startDiscord();
  onTestFinished(sim.close);
  const application = sim.world.addApplication({ name: 'Tickets' });
  const port = await freePort('127.0.0.1', 0);
  return {
    data_dir,
    url: database.url,
    port,
    address: `http://127.0.0.1:${port}`,
    ask: (sql: string) => withClient(database.url, async (client) => (await client.query(sql)).rows),
    start(roles = 'api,bot,jobs', { database_url = database.url, env = {} }: StartOptions = {}) {
      const program = startProgramProcess({
        main: join(import.meta.dirname, '../main.ts'),
        args: ['--roles', roles, '--port', String(port)],
        database_url,
        data_dir,
        sim,
        application,
        // The tests ask without a pause.
        env: { REQUESTS_PER_ADDRESS_MAX: '1000000', ...env },
      });
      onTestFinished(program.kill);
      return program;
    },
  };
}

const json = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, retry: response.headers.get('retry-after'), body: await response.json() };
};

/** As `/readyz` says it, once anything listens. */
const readiness = (address: string, database: string) =>
  vi.waitFor(
    async () =>
      expect(await json(`${address}/readyz`)).toMatchObject({
        status: 503,
        body: { ok: false, database, disk: 'ready', ...unknown },
      }),
    patience,
  );

/** Asks for /healthz over a new connection each time, as fast as it is answered, and says what went wrong. */
function askAllTheWhile(address: string) {
  const agent = new Agent({ keepAlive: false });
  const wrong: unknown[] = [];
  let [isOver, answers] = [false, 0];
  const one = () =>
    new Promise<void>((resolve) => {
      request(`${address}/healthz`, { agent }, (response) => {
        if (response.statusCode !== 200) wrong.push(response.statusCode);
        answers += 1;
        response.resume().on('close', resolve);
      }).on('error', (error) => {
        wrong.push(error);
        resolve();
      });
    });
  const asking = (async () => {
    while (!isOver) await Promise.all([one(), one(), one()]);
  })();
  return async () => {
    isOver = true;
    await asking;
    expect(answers).toBeGreaterThan(10);
    return wrong;
  };
}

test.for(['api', 'bot', 'jobs'])(
  'a process with the role %s answers while the database is upgraded, and goes over to its work without a gap',
  async (roles) => {
    const { address, url, start } = await installation();
    const upgrading = Promise.withResolvers<void>();
    const locked = alone(url, () => upgrading.promise);
    const program = start(roles);
    await readiness(address, 'migrating');
    expect(await json(`${address}/healthz`)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await json(`${address}/readyz?of=process`)).toMatchObject({
      status: 503,
      body: { ok: false, database: 'migrating', disk: 'ready' },
    });
    const metrics = await fetch(`${address}/metrics`);
    const figures = await metrics.text();
    expect(metrics.status).toBe(200);
    expect(figures).toMatch(/^database_up 0$/m);
    expect(figures).toMatch(/^tickets_build_info{version="\d+\.\d+\.\d+(-rc\.\d+)?",node="v[\d.]+"} 1$/m);
    expect(figures).toMatch(/^process_start_time_seconds \d+/m);
    expect(
      (await fetch(`${address}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status,
    ).toBe(404);

    const wrong = askAllTheWhile(address);
    upgrading.resolve();
    await locked;
    await program.ready;
    expect(await json(`${address}/readyz?of=process`)).toMatchObject({
      status: 200,
      body: { ok: true, database: 'ready' },
    });
    expect(await wrong()).toEqual([]);
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^database_up 1$/m);
  },
);

test('while the database is backed up before an upgrade, pages and calls are answered with the reason', async () => {
  const { address, url, start } = await installation({ schema: old });
  await withClient(url, async (client) => {
    // The backup reads every table.
    await client.query('begin');
    await client.query('lock table tickets in access exclusive mode');
    const program = start();
    await readiness(address, 'migrating');
    const page = await fetch(`${address}/manage/1/panels`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain(
      '<p>Tickets is being upgraded. Try again in a few minutes. This page reloads by itself.</p>',
    );
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await json(`${address}/api/session`)).toMatchObject({
      status: 503,
      retry: '5',
      body: { success: false, code: 'service.upgrading' },
    });
    const posted = await fetch(`${address}/api/session`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect(posted.status).toBe(503);
    await client.query('rollback');
    await program.ready;
    expect((await fetch(`${address}/config.json`)).status).toBe(200);
  });
});

test('a connection that was made while the program started reaches the program that works', async () => {
  const { address, port, url, start } = await installation();
  const upgrading = Promise.withResolvers<void>();
  const locked = alone(url, () => upgrading.promise);
  const program = start('api');
  await readiness(address, 'migrating');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const connection = agent.createConnection({ host: '127.0.0.1', port }, () => undefined);
  if (!connection) throw new Error('There is no connection');
  await once(connection, 'connect');
  upgrading.resolve();
  await locked;
  await program.ready;
  let said = '';
  connection.on('data', (chunk) => {
    said += chunk;
  });
  (connection as NodeJS.WritableStream).write(
    'GET /config.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  );
  await once(connection, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['upgrade', 'backup'])(
  'a start whose %s failed answers while it waits, and leaves the port when it is asked to end',
  async (what) => {
    allowDatabaseError(/42P07: relation "audit_entries" already exists/);
    const { address, ask, start, data_dir } = await installation({ schema: old });
    if (what === 'upgrade') await ask('create view audit_entries as select 1 as one');
    await writeFile(join(data_dir, 'no-folder'), '');
    const env = { BACKUP_TO: join(data_dir, 'no-folder', 'backups') };
    const program = start(undefined, what === 'backup' ? { env } : {});
    await readiness(address, 'upgrade_failed');
    expect((await json(`${address}/healthz`)).status).toBe(200);
    await program.stop();
    expect(await program.exited).toEqual([1, null]);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  },
);

test.for<[what: string, schema: number | undefined, held: typeof alone]>([
  ['for another program that upgrades', undefined, alone],
  [
    'for a table',
    old,
    (url, work) =>
      withClient(url, async (client) => {
        await client.query('begin');
        await client.query('lock table tickets in access exclusive mode');
        return await work(client);
      }),
  ],
])(
  'a start that waits %s says that it ends when it is asked to, and leaves the port',
  async ([, schema, held]) => {
    const { address, url, ask, start } = await installation({ ...(schema && { schema }) });
    await held(url, async () => {
      const program = start();
      await readiness(address, 'migrating');
      const asked = performance.now();
      await program.stop();
      expect(performance.now() - asked).toBeLessThan(5_000);
      expect(await program.exited).toEqual([0, null]);
      const said = program.logged().map(({ msg, signal }) => [msg, signal]);
      // It may be asked to end just before it has begun to make its backup.
      const ending = said.filter(([msg]) => msg !== 'a backup is made before the database is upgraded');
      expect(ending.slice(-2)).toEqual([
        ['stopping', 'SIGTERM'],
        ['the start is given up; what it had begun is taken back, or taken up by the next one', undefined],
      ]);
      await expect(fetch(`${address}/healthz`)).rejects.toThrow();
    });
    if (schema)
      expect(await ask('select max(version) as at from schema_migrations')).toEqual([{ at: schema }]);
  },
);

test('a start whose database is away answers, says so, and goes on once the database is there', async () => {
  const { address, url, start } = await installation();
  const gate = await gateTo(url);
  onTestFinished(() => gate[Symbol.asyncDispose]());
  await gate.shut();
  const program = start('api', { database_url: gate.url });
  await readiness(address, 'down');
  expect((await json(`${address}/healthz`)).status).toBe(200);
  expect((await json(`${address}/api/session`)).body).toMatchObject({ code: 'service.database_down' });
  expect(program.lastWords()).toContain(
    'Check that the PostgreSQL server runs and that DATABASE_URL names its host and port. The program goes on by itself',
  );
  await gate.open();
  await program.ready;
  expect((await json(`${address}/readyz?of=process`)).status).toBe(200);
  const away = program.logged().filter(({ msg }) => msg === 'the database does not answer');
  expect(away).toHaveLength(1);
});

test.each([undefined, old])(
  'a start whose database takes no changes says so, and goes on once it does (schema: %s)',
  async (schema) => {
    const { address, url, start } = await installation(schema ? { schema } : {});
    const name = new URL(url).pathname.slice(1);
    const setReadOnly = (mode: 'on' | 'off') =>
      withClient(url, async (client) => {
        await client.query('set default_transaction_read_only = off');
        await client.query(`alter database ${name} set default_transaction_read_only = ${mode}`);
      });
    await setReadOnly('on');
    const program = start('api');
    await readiness(address, 'read_only');
    expect((await json(`${address}/healthz`)).status).toBe(200);
    expect(program.lastWords()).toContain(
      'See whether its disk is full, or whether DATABASE_URL leads to a standby.',
    );
    await setReadOnly('off');
    await program.ready;
    expect((await json(`${address}/readyz?of=process`)).status).toBe(200);
  },
);

test('a database in which most texts could not be written is refused with the way to make another', async () => {
  const { url, start } = await installation();
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  const latin = `create database ${name} encoding 'LATIN1' locale 'C' template template0`;
  await withClient(url, (client) => client.query(latin));
  onTestFinished(() =>
    withClient(url, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  );
  await expect(start('api', { database_url: databaseNamed(url, name) }).ready).rejects.toThrow(
    "keeps text as LATIN1, which lacks most of the characters that people write. Name one in DATABASE_URL that was made with: create database <name> encoding 'UTF8' template template0.",
  );
});

test('a pooler that gives each transaction another connection is refused with the reason', async () => {
  const { url, start } = await installation();
  await using pooler = await startTransactionPooler(url);
  await expect(start('api', { database_url: pooler.url }).ready).rejects.toThrow(
    'DATABASE_URL leads to a pooler in transaction mode',
  );
});

test.each(['start', 'migrate'])(
  '%s on a server that is too old says which version is needed',
  async (args) => {
    const { ask, url, data_dir, start } = await installation();
    // Each database has functions of its own.
    await ask(`create or replace function pg_catalog.current_setting(text) returns text stable language sql as $$
    select case $1 when 'server_version_num' then '140011' when 'server_version' then '14.11' else current_setting($1, true) end $$`);
    const said =
      'The server is PostgreSQL 14.11; Tickets needs 15 or newer. Nothing was changed. Upgrade the server, or name another one in DATABASE_URL.';
    if (args === 'start') await expect(start().ready).rejects.toThrow(said);
    else
      expect(
        spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts'), args, '--data-dir', data_dir], {
          cwd: data_dir,
          env: { PATH: process.env.PATH, DATABASE_URL: url, ...codeCache() },
          encoding: 'utf8',
        }),
      ).toMatchObject({ status: 1, stderr: `${said}\n` });
    expect(await ask(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  },
);

test('a start removes what ended processes left where files are worked on, and nothing that is young', async () => {
  const { data_dir, start } = await installation();
  const spool = join(data_dir, 'spool');
  for (const folder of ['left', 'used']) await mkdir(join(spool, folder), { recursive: true });
  const files = ['old', 'young', 'left/archive.zip', 'used/archive.zip', 'used/old'];
  for (const file of files) await writeFile(join(spool, file), 'x');
  const longAgo = Date.now() / 1000 - 25 * 3600;
  for (const path of ['old', 'left/archive.zip', 'left', 'used/old', 'used'])
    await utimes(join(spool, path), longAgo, longAgo);
  await start('api').ready;
  await vi.waitFor(
    async () => expect((await readdir(spool)).toSorted()).toEqual(['used', 'young']),
    patience,
  );
  expect((await readdir(join(spool, 'used'))).toSorted()).toEqual(['archive.zip', 'old']);
});

test('a port that is taken is refused before anything is changed', async () => {
  const { port, ask, data_dir, start } = await installation({ schema: old });
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  await expect(start().ready).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program`);
  expect(await ask('select max(version) as at from schema_migrations')).toEqual([{ at: old }]);
  expect(await readdir(data_dir)).not.toContain('backups');
});

test('a place of backups that cannot be written is said at the start, as the doctor says it', async () => {
  const { start } = await installation();
  allowWarning(/Nothing can be written to/);
  // One that makes none by the clock: those that do say it once more when they fail.
  const program = start('api', { env: { BACKUP_TO: '/proc/backups' } });
  await program.ready;
  const said =
    /^Nothing can be written to \/proc\/backups, so no backup is made and no upgrade begins: [^.]*'\. Let the account .*BACKUP_TO\.$/;
  await vi.waitFor(() =>
    expect(program.logged()).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringMatching(said) }),
    ),
  );
});
