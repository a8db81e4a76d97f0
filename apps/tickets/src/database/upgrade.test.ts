import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { alone, migrate, newestMigration } from '@tickets/core/platform/db/migrate';
import { createTestDatabase, emptyTestDatabase } from '@tickets/testkit/database/database';
import { fillEveryTable } from '@tickets/testkit/database/rows-everywhere';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { newDataFolder } from '@tickets/testkit/outside/data-folder';
import { codeCache } from '@tickets/testkit/outside/program';
import { expect, onTestFinished, test, vi } from 'vitest';

// The table that makes an upgrade fail.
allowDatabaseError(/42P07: relation "audit_entries" already exists/);

vi.setConfig({ testTimeout: 240_000 });

const old = 35;

/** An installation in an old schema whose next upgrade fails: what a migration makes is there already. */
async function blocked() {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const data_dir = await newDataFolder();
  await migrate(database.url, { to: old });
  const ask = (sql: string) => withClient(database.url, async (client) => (await client.query(sql)).rows);
  await withClient(database.url, fillEveryTable);
  // The program that starts here runs on the simulated Discord.
  await ask("update installation set discord = 'simulated'");
  await ask('create view audit_entries as select 1 as one');
  return {
    database,
    data_dir,
    ask,
    backups: () => readdir(join(data_dir, 'backups')),
    schema: async () => (await ask('select max(version) as at from schema_migrations'))[0]?.at,
    run: (...args: string[]) => run(data_dir, database.url, ...args),
  };
}

function begin(data_dir: string, url: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../main.ts'), ...args, '--data-dir', data_dir],
    {
      cwd: data_dir,
      env: { PATH: process.env.PATH, DATABASE_URL: url, ...codeCache() },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(...given: Parameters<typeof begin>) {
  const child = begin(...given);
  const [said, refused, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: code as SpawnSyncReturns<string>['status'], said, refused };
}

test('an upgrade that fails four times changes nothing, makes one backup, and names it with the way back', async () => {
  const it = await blocked();
  for (let n = 1; n <= 4; n += 1) {
    const { code, refused } = await it.run('migrate');
    expect(code).toBe(1);
    const [folder = '', ...others] = await it.backups();
    expect(others).toEqual([]);
    const backup = join(it.data_dir, 'backups', folder);
    expect(refused).toContain(
      'Migration 0037_audit_log.sql failed: relation "audit_entries" already exists.',
    );
    expect(refused).toContain('the older program starts on this database as before');
    expect(refused).toContain(`npm run tickets -- restore ${backup} --keep-schema --data-dir <a new folder>`);
    expect(refused).not.toContain('    at ');
    expect(await it.schema()).toBe(old);
  }
  await it.ask('drop view audit_entries');
  const { said } = await it.run('migrate');
  expect(said).toContain('Applied 0036_integrations.sql');
  expect(await it.schema()).toBe(newestMigration());
  expect(await it.backups()).toHaveLength(1);
});

test('the way back that a failed upgrade names makes again what the older program had, in the schema that it knows', async () => {
  const it = await blocked();
  const { refused } = await it.run('migrate');
  const [, command = ''] =
    /with this program: .*npm run tickets -- (.+) --data-dir <a new folder>\./.exec(refused) ?? [];
  const empty = await emptyTestDatabase();
  onTestFinished(() => empty[Symbol.asyncDispose]());
  const restored = await run(await newDataFolder(), empty.url, ...command.split(' '));
  expect(restored.refused).toBe('');
  expect(restored.said).toContain(`The schema is as it was, ${old}, for the program that made the data.`);
  const counted = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(
        `select (select max(version) from schema_migrations) as schema, (select count(*) from tickets) as tickets,
           (select count(*) from ticket_messages) as messages, (select count(*) from users) as users`,
      );
      return rows[0];
    });
  expect(await counted(empty.url)).toEqual(await counted(it.database.url));
});

test('an upgrade that is tried again after the older program wrote something has a backup of that', async () => {
  const it = await blocked();
  await it.run('migrate');
  const before = await it.backups();
  await it.ask("insert into users (user_id, username) values (77, 'written by the older program')");
  await it.run('migrate');
  const after = await it.backups();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('a start whose upgrade failed waits before it ends, longer with each time, unless it is asked to stop', async () => {
  const it = await blocked();
  const wait = async () => {
    const child = begin(it.data_dir, it.database.url, 'start', '--no-demo', '--port', '0', '--sim-port', '0');
    const said = text(child.stderr);
    await vi.waitFor(
      async () =>
        expect(await readFile(join(it.data_dir, 'logs/tickets.log'), 'utf8')).toContain('"waiting before'),
      30_000,
    );
    const lines = async () =>
      (await readFile(join(it.data_dir, 'logs/tickets.log'), 'utf8')).trim().split('\n');
    const before = (await lines()).filter((line) => line.includes('waiting before')).length;
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    expect(await said).toContain('The upgrade of the database from schema 35');
    return { before, last: (await lines()).findLast((line) => line.includes('waiting before')) };
  };
  expect((await wait()).last).toContain('"seconds":5,');
  await it.run('migrate');
  expect(JSON.parse(await readFile(join(it.data_dir, 'upgrade-failures.json'), 'utf8')).failures).toBe(2);
  await it.ask('drop view audit_entries');
  await it.run('migrate');
  await expect(stat(join(it.data_dir, 'upgrade-failures.json'))).rejects.toThrow('ENOENT');
});

test('programs that start at once, with nothing to change, do not say that one changes the schema', async () => {
  await using database = await createTestDatabase();
  const onWait = vi.fn();
  const looking = alone(database.url, () => sleep(500));
  await Promise.all([looking, ...[1, 2, 3].map(() => migrate(database.url, { onWait }))]);
  expect(onWait).not.toHaveBeenCalled();
});

test('who waits for another program to change the schema says so, and gives up after a time', async () => {
  await using database = await emptyTestDatabase();
  const onWait = vi.fn();
  await alone(database.url, async () => {
    await expect(migrate(database.url, { onWait, lock_ms_max: 6_000 })).rejects.toThrow(
      /Another program has been changing the schema of this database for 6 s \(PostgreSQL process \d+/,
    );
  });
  expect(onWait).toHaveBeenCalledOnce();
});

/** A transaction of another program that has read a table which the upgrade changes, as pg_dump does. */
const whileRead = (url: string, work: (end: () => Promise<unknown>) => Promise<void>) =>
  withClient(url, async (client) => {
    await client.query("set application_name = 'psql'");
    await client.query('begin');
    await client.query('select from panels');
    await work(() => client.query('commit'));
  });

test('an upgrade that waits for a table says once for whom, and goes on when they have ended', async () => {
  const it = await blocked();
  await it.ask('drop view audit_entries');
  const onBlocked = vi.fn();
  await whileRead(it.database.url, async (end) => {
    const upgrading = migrate(it.database.url, { onBlocked });
    await vi.waitFor(() => expect(onBlocked).toHaveBeenCalled(), 30_000);
    // It is looked at again meanwhile.
    await sleep(3_000);
    await end();
    await upgrading;
  });
  expect(await it.schema()).toBe(newestMigration());
  expect(onBlocked.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^PostgreSQL process \d+ \(psql\), connected from .+ since [\dT:.-]+Z, in a transaction since [\dT:.-]+Z$/,
      ),
    ],
  ]);
});

test('an upgrade gives up waiting for a table after a time, with who has it and what to do, and takes all back', async () => {
  allowDatabaseError(/55P03: canceling statement due to lock timeout/);
  const it = await blocked();
  await it.ask('drop view audit_entries');
  await whileRead(it.database.url, () =>
    expect(migrate(it.database.url, { lock_ms_max: 6_000 })).rejects.toThrow(
      /^Migration \d+_\w+\.sql failed: For 6 s it waited for a table that others use \(PostgreSQL process \d+ \(psql\), .*\)\. Wait for their end, or end them, .*pg_terminate_backend/,
    ),
  );
  expect(await it.schema()).toBe(old);
});

test('the log of an upgrade names whose end it waits for', async () => {
  const it = await blocked();
  await it.ask('drop view audit_entries');
  let said = '';
  await whileRead(it.database.url, async (end) => {
    const child = begin(it.data_dir, it.database.url, 'migrate');
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('a table that the upgrade changes is in use')) await end();
    }
  });
  expect(said).toMatch(
    /"who":"PostgreSQL process \d+ \(psql\), .*"msg":"a table that the upgrade changes is in use/,
  );
  expect(said).toContain('Applied 0036_integrations.sql');
});
