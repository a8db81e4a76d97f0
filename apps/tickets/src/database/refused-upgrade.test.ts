import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { lockDataDir } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { startEmbeddedPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import { migrate, newestMigration } from '@tickets/core/platform/db/migrate';
import { joinInstallation } from '@tickets/core/platform/processes/processes';
import { emptyTestDatabase } from '@tickets/testkit/database/database';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { newDataFolder } from '@tickets/testkit/outside/data-folder';
import { codeCache } from '@tickets/testkit/outside/program';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fingerprintOf } from '../files/fingerprint.ts';
import { generatedSecrets } from '../files/secrets.ts';

// What is refused here on purpose is logged by those processes.
allowWarning(/./);

vi.setConfig({ testTimeout: 120_000 });

const old = 61;
const person = '123456789012345678';
const tokenOf = (bot_id: string) => `${Buffer.from(bot_id).toString('base64')}.abcdef.${'x'.repeat(30)}`;
/** Nothing listens there. */
const real = {
  DISCORD_TOKEN: tokenOf(person),
  DISCORD_CLIENT_SECRET: 'x'.repeat(32),
  DISCORD_API_URL: 'http://127.0.0.1:9',
};

/** Runs this program's commands on a database, from a data folder. */
function commandsOn(data_dir: string, url: string) {
  const ask = (sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);
  const run = async (args: string[], { dir = data_dir, env = {}, account }: Where = {}) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../main.ts'), ...args, '--data-dir', dir],
      {
        cwd: dir,
        env: { PATH: process.env.PATH, DATABASE_URL: url, ...codeCache(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(account && { uid: account, gid: account }),
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said, refused, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, said, refused };
  };
  return {
    ask,
    run,
    schema: async () => (await ask('select max(version) as at from schema_migrations'))[0]?.at,
  };
}

/** A database in the schema of an older program, with data of this Discord. */
async function older(discord: 'real' | 'simulated' = 'real') {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const { url } = database;
  await migrate(url, { to: old });
  const data_dir = await newDataFolder();
  const { ask, run, schema } = commandsOn(data_dir, url);
  await ask("insert into users (user_id, username) values (77, 'written by the older program')");
  await ask(`insert into installation (discord) values ('${discord}')`);
  return {
    url,
    data_dir,
    run,
    start: (where: Where = {}) => run(['start', '--port', '0', '--sim-port', '0', '--no-demo'], where),
    schema,
    /** A process of the older program, on this folder, as long as the test. */
    async running() {
      const db = createDb(createPool(url, { max: 2 }));
      const secrets = await generatedSecrets(data_dir);
      const shared = { jwtSecret: undefined, sealingKeys: undefined, s3: undefined, dashboardUrl: undefined };
      const discord = { token: real.DISCORD_TOKEN, client_id: '', client_secret: '' };
      const fingerprint = await fingerprintOf(
        {
          ...shared,
          dataDir: data_dir,
          publicUrl: 'https://tickets.example.com',
          discord: { ...discord, url: '', web_url: '', cdn_url: '' },
        },
        secrets,
      );
      const me = { process_id: randomUUID(), roles: ['api', 'bot'], version: '0.9.0', host: 'desk' };
      const heartbeat = await joinInstallation(
        db,
        { ...me, fingerprint, bot_state: () => null },
        { log: pino({ level: 'silent' }), times: { valid_ms: 15_000, renew_ms: 300 } },
      );
      await heartbeat.begin();
      onTestFinished(async () => {
        await heartbeat.stop();
        await db.destroy();
      });
    },
  };
}

interface Where {
  dir?: string;
  env?: Record<string, string | undefined>;
  /** Its number; our own when left out. */
  account?: number;
}

const here = { PUBLIC_URL: 'https://tickets.example.com', ...real };

test.for([
  `data show ${person}`,
  `data erase ${person}`,
  `export ${person} --to server.zip`,
  `import ${person} --from ${join(import.meta.dirname, '../main.ts')}`,
  'premium list',
  'rotate-key',
])('%s does not upgrade a database by the way, and says what does', async (command) => {
  const it = await older();
  const { code, said, refused } = await it.run(command.split(' '), { env: here });
  expect({ code, said, refused }).toEqual({
    code: 1,
    said: '',
    refused:
      `The database is at schema ${old}, and this program works with ${newestMigration()}. No command but migrate upgrades a database, and nothing was changed. ` +
      'Start this version of the program first: it makes a backup and upgrades. To go on with the older version, give the command with that one.\n',
  });
  expect(await it.schema()).toBe(old);
  expect(await readdir(it.data_dir)).toEqual([]);
});

test('a command on an empty database makes no schema, and says what does', async () => {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const it = await older();
  const { code, refused } = await it.run(['premium', 'list'], { env: { DATABASE_URL: database.url } });
  expect([code, refused]).toEqual([
    1,
    'The database is empty, and no command but migrate fills one. Start the program on it first.\n',
  ]);
  const tables = await withClient(database.url, (client) =>
    client.query("select from pg_class where relnamespace = 'public'::regnamespace"),
  );
  expect(tables.rowCount).toBe(0);
});

test.for<[what: string, differing: Record<string, string>, isForeign: boolean, said: RegExp]>([
  ['the secrets of another data folder', {}, true, /has another secret for sessions and links/],
  ['another PUBLIC_URL', { PUBLIC_URL: 'https://other.example.com' }, false, /has another PUBLIC_URL/],
  [
    "another application's token",
    { DISCORD_TOKEN: tokenOf('876543210987654321') },
    false,
    /has another bot on Discord/,
  ],
])(
  'a start with %s than the older program that runs changes nothing',
  async ([, differing, isForeign, said]) => {
    const it = await older();
    await it.running();
    const dir = isForeign ? await newDataFolder() : it.data_dir;
    const before = await readdir(dir);
    const { code, refused } = await it.start({ dir, env: { ...here, ...differing } });
    expect(code).toBe(1);
    expect(refused).toMatch(said);
    expect(await it.schema()).toBe(old);
    expect(await readdir(dir)).toEqual(before);
  },
);

test('migrate from a data folder that is not that of the program that runs changes nothing', async () => {
  const it = await older();
  await it.running();
  const dir = await newDataFolder();
  const { code, refused } = await it.run(['migrate'], { dir });
  expect(code).toBe(1);
  expect(refused).toMatch(
    /^Another process that uses this database \(api, bot on desk, version 0\.9\.0\) has/,
  );
  expect(await it.schema()).toBe(old);
  expect(await readdir(dir)).toEqual([]);
});

test('keys are not changed from a data folder that is not that of the program that runs', async () => {
  const it = await older();
  await migrate(it.url);
  await it.running();
  const dir = await newDataFolder();
  for (const options of [[], ['--forget-old']]) {
    const { code, refused } = await it.run(['rotate-key', ...options], { dir });
    expect(code).toBe(1);
    expect(refused).toContain('has another secret for sessions and links');
  }
  expect(await readdir(dir)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'root writes nothing into the data folder of a program that runs as another account, and is told how to give the command',
  async () => {
    const it = await older();
    await migrate(it.url);
    const dir = await newDataFolder();
    await writeFile(join(dir, 'folder-id'), `${randomUUID()}\n`);
    await chown(join(dir, 'folder-id'), 65_534, 65_534);
    for (const command of [['rotate-key'], ['import', person, '--from', import.meta.filename, '--dry-run']]) {
      const { code, refused } = await it.run(command, { dir });
      expect(code).toBe(1);
      expect(refused).toContain("sudo -u '#65534'");
    }
    expect(await readdir(dir)).toEqual(['folder-id']);
  },
);

test.runIf(process.getuid?.() === 0)(
  'what root would write for a program that runs as another account, wherever that lies, is not begun',
  async () => {
    const it = await older('simulated');
    await migrate(it.url);
    const dir = await newDataFolder();
    await writeFile(join(dir, 'folder-id'), `${randomUUID()}\n`);
    await chown(join(dir, 'folder-id'), 65_534, 65_534);
    const place = join(await newDataFolder(), 'kept');
    const none = { DATABASE_URL: undefined };
    for (const [command, env] of [
      [['backup'], {}],
      [['backup', '--to', place], {}],
      [['backup'], { BACKUP_TO: place }],
      [['restore', join(place, 'tickets-20260601T030000Z')], {}],
      [['move', '--to', it.url], none],
      [['leave-demo'], none],
      [['storage', 'take-over'], {}],
    ] as const) {
      const { code, refused } = await it.run([...command], { dir, env });
      expect(code).toBe(1);
      expect(refused).toContain("sudo -u '#65534'");
    }
    const { said } = await it.run(['doctor'], { dir, env: { BACKUP_TO: place } });
    expect(said).toMatch(/- +Place of backups .*sudo -u '#65534'/);
    expect(await readdir(dir)).toEqual(['folder-id']);
    expect(await readdir(join(place, '..'))).toEqual([]);
    // A service whose folder was made for it, and which has not started yet.
    const fresh = join(await newDataFolder(), 'data');
    await mkdir(fresh);
    await chown(fresh, 65_534, 65_534);
    expect((await it.run(['restore', place], { dir: fresh })).refused).toContain("sudo -u '#65534'");
    expect(await readdir(fresh)).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)(
  'beside backups of another account a database is upgraded, and what may not be read is named',
  async () => {
    const it = await older('simulated');
    const place = await newDataFolder();
    const others = join(place, 'tickets-20260101T030000Z-nightly-0a1b2c3d-00000001');
    await mkdir(others, { mode: 0o700 });
    await chmod(place, 0o777);
    await chown(it.data_dir, 65_534, 65_534);
    const where = { account: 65_534, env: { BACKUP_TO: place } };
    const told = `This account may not read ${others}, and passes it over.`;
    const migrated = await it.run(['migrate'], where);
    expect(migrated.refused).toBe('');
    expect(migrated.said).toContain(told);
    expect(await it.schema()).toBe(newestMigration());
    const [ours = ''] = (await readdir(place)).filter((folder) => folder !== others.split('/').at(-1));
    expect((await it.run(['backup', 'list'], where)).said).toMatch(
      new RegExp(`before an upgrade +${join(place, ours)}\n${told}\n$`),
    );
    expect((await it.run(['doctor'], where)).said).toMatch(new RegExp(`ok +Folders of backups +${told}`));
    // As a command of this installation leaves it that is given as root.
    await chown(join(place, ours), 0, 0);
    const mend = `chown -R 65534 ${join(place, ours)}`;
    expect((await it.run(['backup', 'list'], where)).said).toContain(mend);
    expect((await it.run(['backup'], where)).said).toContain(mend);
    expect((await it.run(['doctor'], where)).said).toMatch(
      new RegExp(`WARN +Folders of backups .*\n +-> .*${mend}`),
    );
    await chmod(place, 0o700);
    expect((await it.run(['doctor'], where)).said).toMatch(
      /ERROR +Folders of backups +The place of backups cannot be listed, .*EACCES/,
    );
  },
);

test('where an older program runs, a command says to stop that one first', async () => {
  const it = await older();
  await it.running();
  expect((await it.run(['premium', 'list'])).refused).toContain(
    'nothing was changed. Stop the older program that runs (api, bot on desk, version 0.9.0), and start this version: it makes a backup and upgrades.',
  );
});

test('where processes of the older version run, an upgrade names them before it begins', async () => {
  const it = await older();
  await it.running();
  const { code, said } = await it.run(['migrate']);
  expect(code).toBe(0);
  expect(said).toMatch(
    /"others":\["api, bot on desk, version 0\.9\.0"\],"msg":"processes of the older version use this database/,
  );
  expect(said.indexOf('processes of the older version')).toBeLessThan(said.indexOf('a backup is made'));
  expect(await it.schema()).toBe(newestMigration());
});

test('beside an older program on its own database migrate is refused, and commands say to stop that program first', async () => {
  const dir = await newDataFolder();
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir: dir, durable: false, log });
  onTestFinished(() => server.stop());
  await migrate(server.url, { to: old });
  const older = await lockDataDir(dir);
  await older.announce({ address: 'http://127.0.0.1:8080' });
  const it = commandsOn(dir, server.url);
  const program = `process ${process.pid}, http://127.0.0.1:8080`;
  const refused = await it.run(['migrate'], { env: { DATABASE_URL: undefined } });
  expect([refused.code, refused.refused]).toEqual([
    1,
    `An older program runs on this database (${program}), and it cannot work from an upgrade on. Nothing was changed. Stop that program first, then give this command again.\n`,
  ]);
  expect((await it.run(['premium', 'list'], { env: { DATABASE_URL: undefined } })).refused).toContain(
    `nothing was changed. Stop the older program that runs (${program}), and start this version: it makes a backup and upgrades.`,
  );
  expect(await it.schema()).toBe(old);

  // What a program leaves that was killed: its server, and what it said of itself.
  await older.release();
  await writeFile(join(dir, 'program.json'), JSON.stringify({ pid: 1 }));
  expect(await it.run(['migrate'], { env: { DATABASE_URL: undefined } })).toMatchObject({ code: 0 });
  expect(await it.schema()).toBe(newestMigration());
});

test('a token is refused by the demo of an older program before anything is changed', async () => {
  const it = await older('simulated');
  for (const refused of [await it.start({ env: real }), await it.run(['migrate'], { env: real })]) {
    expect(refused.code).toBe(1);
    expect(refused.refused).toMatch(/holds the demo.*never mixed, and nothing was changed/);
  }
  expect(await it.schema()).toBe(old);
  expect(await readdir(it.data_dir)).toEqual([]);
});

test('a token is refused by the folder of the demo before an empty database becomes the demo’s, which serves with another folder', async () => {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const dir = await newDataFolder();
  await mkdir(join(dir, 'discord'));
  await writeFile(join(dir, 'discord', 'journal.jsonl'), '');
  const { ask, run } = commandsOn(dir, database.url);
  const { code, refused } = await run(['start', '--port', '0', '--sim-port', '0'], { env: real });
  expect(code).toBe(1);
  expect(refused).toContain(`${dir} holds the demo with its simulated Discord`);
  expect(refused).toContain('a folder of its own, for example DATA_DIR=.data-real in .env');
  expect(await ask("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  // Brought to the schema by somebody, it is still nobody's.
  await migrate(database.url);
  expect((await run(['start', '--port', '0', '--sim-port', '0'], { env: real })).code).toBe(1);
  expect(await ask('select from installation')).toEqual([]);
});

test('the simulated Discord is refused by the data of an older program for real servers', async () => {
  const it = await older();
  const { code, refused } = await it.start();
  expect(code).toBe(1);
  expect(refused).toMatch(/holds the data of real servers.*never mixed, and nothing was changed/);
  expect(await it.schema()).toBe(old);
});

test('where the demo and real servers would be mixed, the doctor says what the start would say', async () => {
  const demo = await older('simulated');
  const { code, said } = await demo.run(['doctor'], { env: real });
  expect(code).toBe(1);
  expect(said).toMatch(
    /ERROR +Demo or real .*holds the demo with its simulated Discord.*\n +-> Give the real one/,
  );
  expect((await demo.run(['doctor'])).said).toMatch(/ok +Demo or real/);
  await migrate(demo.url);
  expect((await demo.run(['doctor'], { env: real })).said).toMatch(/ERROR +Demo or real/);

  const servers = await older();
  expect((await servers.run(['doctor'])).said).toMatch(
    /ERROR +Demo or real .*holds the data of real servers.*\n +-> Set DISCORD_TOKEN/,
  );
});

test('of a token that cannot be read the doctor does not say that there is none', async () => {
  const it = await older();
  const { said } = await it.run(['doctor'], { env: { ...real, DISCORD_TOKEN: 'abc' } });
  expect(said).toMatch(/ERROR +Configuration +DISCORD_TOKEN/);
  expect(said).not.toContain('DISCORD_TOKEN is not');
  expect(said).not.toContain('without DISCORD_TOKEN');
});
