import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginDueRounds } from '../jobs/timers.ts';
import { StartupError } from '../startup-error.ts';
import { type Fingerprint, nameOfSecret, namesOfKeys } from './fingerprint.ts';
import { installationOf, joinInstallation, readProcesses } from './processes.ts';

const times = { valid_ms: 2_000, renew_ms: 100 };

const fingerprint: Fingerprint = {
  token_secret: nameOfSecret('a secret of the sessions, long enough'),
  sealing_keys: namesOfKeys(['a key that seals, which is long enough']),
  public_url: 'https://tickets.example.com',
  dashboard_url: null,
  bot_id: '123456789012345678',
  files: { folder: '0b8d1a3e' },
};

async function setUp() {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const join = async (
    roles: string[],
    { bot_state = null, ...differing }: Partial<Fingerprint> & { bot_state?: string | null } = {},
  ) => {
    const mine = { ...fingerprint, ...differing };
    const me = { process_id: randomUUID(), roles, version: '1.0.0', host: 'desk' };
    const heartbeat = await joinInstallation(
      ctx.db,
      { ...me, fingerprint: () => mine, bot_state: () => bot_state },
      { log: ctx.log, times },
    );
    onTestFinished(heartbeat.stop);
    return { ...heartbeat, process_id: me.process_id, fingerprint: mine };
  };
  /** The entry of a process that was killed. */
  const killed = async (differing: Partial<Fingerprint> = {}, valid_ms = 300) => {
    const process_id = randomUUID();
    await ctx.db
      .insertInto('processes')
      .values({
        process_id,
        roles: ['jobs'],
        version: '1',
        host: 'desk',
        fingerprint: JSON.stringify({ ...fingerprint, ...differing }),
        until: new Date(Date.now() + valid_ms),
      })
      .execute();
    return process_id;
  };
  const seen = async () => (await readProcesses(ctx.db)).map(({ process_id }) => process_id);
  return { ctx, join, killed, seen };
}

test('a process is seen while it lives, and no longer once it ended', async () => {
  const { join, seen } = await setUp();
  const bot = await join(['bot'], { bot_state: 'ready' });
  const jobs = await join(['jobs']);
  expect((await seen()).toSorted()).toEqual([bot.process_id, jobs.process_id].toSorted());
  expect(await bot.installation()).toEqual({ bot: 'missing', jobs: 'missing' });
  await Promise.all([bot.begin(), jobs.begin()]);
  expect(await bot.installation()).toEqual({ bot: 'ready', jobs: 'ready' });
  await jobs.end();
  expect(await bot.installation()).toEqual({ bot: 'ready', jobs: 'missing' });
  await jobs.stop();
  expect(await seen()).toEqual([bot.process_id]);
  await bot.stop();
});

test('jobs are interrupted where a process works them and its timers stand still', async () => {
  const { ctx, join } = await setUp();
  const jobs = await join(['jobs']);
  await sql`insert into timers values ('some', clock_timestamp() - interval '6 minutes')`.execute(ctx.db);
  expect((await jobs.installation()).jobs).toBe('missing');
  await jobs.begin();
  expect((await jobs.installation()).jobs).toBe('interrupted');
  await beginDueRounds(ctx.db, [{ name: 'some', every_s: 60 }]);
  expect((await jobs.installation()).jobs).toBe('ready');
});

test('a process is seen again soon after its connections lead nowhere', async () => {
  await using database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const { ctx } = await setUp();
  const process_id = randomUUID();
  const heartbeat = await joinInstallation(
    gate.db,
    {
      process_id,
      roles: ['jobs'],
      version: '1.0.0',
      host: 'desk',
      fingerprint: () => fingerprint,
      bot_state: () => null,
    },
    { log: ctx.log, times },
  );
  await heartbeat.begin();
  gate.replace();
  const seen = async () => (await readProcesses(database.db)).length;
  await vi.waitFor(async () => expect(await seen()).toBe(0), { timeout: 10_000, interval: 50 });
  await vi.waitFor(async () => expect(await seen()).toBe(1), { timeout: 10_000, interval: 50 });
  await heartbeat.stop();
}, 30_000);

test('a process that was killed is no longer seen after a while, and later forgotten', async () => {
  const { ctx, join, killed, seen } = await setUp();
  const process_id = await killed();
  expect(await seen()).toEqual([process_id]);
  await vi.waitFor(async () => expect(await seen()).toEqual([]));
  await ctx.db
    .updateTable('processes')
    .set({ until: new Date(Date.now() - 3_700_000) })
    .execute();
  const next = await join(['jobs']);
  expect(await ctx.db.selectFrom('processes').select('process_id').execute()).toEqual([
    { process_id: next.process_id },
  ]);
});

test.each<[what: string, other: Partial<Fingerprint>, said: string]>([
  [
    'JWT_SECRET',
    { token_secret: nameOfSecret('another') },
    'has another secret for sessions and links (set JWT_SECRET',
  ],
  [
    'SECRET_KEYS',
    { sealing_keys: namesOfKeys(['another']) },
    'has other keys that seal what the database keeps (set SECRET_KEYS',
  ],
  [
    'PUBLIC_URL',
    { public_url: null },
    'has another PUBLIC_URL, https://tickets.example.com in place of none (set it',
  ],
  [
    'DASHBOARD_URL',
    { dashboard_url: 'https://a.example' },
    'has another DASHBOARD_URL, none in place of https://a.example (set it',
  ],
  [
    'data folder',
    { files: { folder: 'f7' } },
    'has files in the data folder with the id 0b8d1a3e in place of the data folder with the id f7 (give all the same DATA_DIR',
  ],
  [
    'Discord application',
    { bot_id: '876543210987654321' },
    'has another bot on Discord, 123456789012345678 in place of 876543210987654321 (set DISCORD_TOKEN',
  ],
  [
    'bucket',
    { files: { bucket: 'b' } },
    'has files in the data folder with the id 0b8d1a3e in place of the bucket b (give all the same DATA_DIR',
  ],
])('a process with another %s than one that runs is refused, and says so', async (_, other, said) => {
  allowWarning(/does not share all that it has to/);
  const { join, seen } = await setUp();
  const first = await join(['api', 'bot']);
  await first.begin();
  const refused = join(['api'], other);
  await expect(refused).rejects.toBeInstanceOf(StartupError);
  await expect(refused).rejects.toThrow(
    `Another process that uses this database (api, bot on desk, version 1.0.0) ${said}`,
  );
  await expect(refused).rejects.toThrow('stop every process before you start the first');
  expect(await seen()).toEqual([first.process_id]);
  await first.stop();
  // All were stopped, so all may start with the other.
  await join(['api'], other);
  await join(['bot'], other);
});

test('a process that died long or a moment ago does not keep another secret from being used', async () => {
  allowWarning(/does not share all that it has to/);
  const { join, killed } = await setUp();
  const other = { token_secret: nameOfSecret('another'), public_url: 'https://moved.example' };
  await killed(other, -60_000);
  await killed(other, 300);
  await join(['api']);
});

test('of several that start at once and do not fit together, all of one kind come in', async () => {
  allowWarning(/does not share all that it has to/);
  const { join, seen } = await setUp();
  const other = { token_secret: nameOfSecret('another') };
  const started = await Promise.allSettled(
    [{}, other, {}, other, {}, other].map((kind) => join(['api'], kind)),
  );
  const names = started.flatMap((one) =>
    one.status === 'fulfilled' ? one.value.fingerprint.token_secret : [],
  );
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  expect(await seen()).toHaveLength(3);
});

test('sealing keys can be changed one process after another, as long as each opens what the others seal', async () => {
  allowWarning(/does not share all that it has to/);
  const { join } = await setUp();
  const keys = (...secrets: string[]) => ({ sealing_keys: namesOfKeys(secrets) });
  const first = await join(['api'], keys('old'));
  const knowsNew = await join(['api'], keys('old', 'new'));
  // It would seal what the first one cannot open.
  await expect(join(['api'], keys('new', 'old'))).rejects.toThrow('other keys that seal');
  await first.stop();
  await join(['api'], keys('new', 'old'));
  await knowsNew.stop();
  await join(['api'], keys('new'));
});

test('a process that starts just after the keys in the data folder changed waits for the others to say so', async () => {
  allowWarning(/does not share all that it has to/);
  const { join } = await setUp();
  const running = await join(['api']);
  const changed = namesOfKeys(['new', 'a key that seals, which is long enough']);
  const starting = join(['api'], { sealing_keys: changed });
  running.fingerprint.sealing_keys = changed;
  await starting;
});

test('a process of an older version says nothing of what it shares, and is no reason to refuse', async () => {
  const { ctx, join, killed } = await setUp();
  await killed({}, 60_000);
  await ctx.db.updateTable('processes').set({ fingerprint: '{}' }).execute();
  await join(['api']);
});

test('what processes say of their secrets is not the secret, and not what it signs', () => {
  const secret = '0123456789abcdef0123456789abcdef';
  const names = [nameOfSecret(secret), ...namesOfKeys([secret])];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}$/);
});

test('readiness names the worst that any process says of the bot', () => {
  const botOf = (...states: (string | null)[]) =>
    installationOf(states.map((bot_state) => ({ roles: ['bot'], bot_state }))).bot;
  expect(botOf()).toBe('missing');
  expect(botOf(null)).toBe('missing');
  expect(botOf('elsewhere', 'ready')).toBe('ready');
  expect(botOf('ready', 'intents_refused')).toBe('intents_refused');
  expect(botOf('disconnected', 'ready', 'reconnecting')).toBe('disconnected');
  expect(botOf('incomplete', 'reconnecting', 'token_refused')).toBe('incomplete');
  // A stray process has an old token; without one that is in, the installation has none that works.
  expect(botOf('token_refused', 'ready')).toBe('ready');
  expect(botOf('token_refused', 'reconnecting')).toBe('reconnecting');
  expect(botOf('token_refused', 'connecting')).toBe('token_refused');
  expect(botOf('token_refused', 'elsewhere')).toBe('token_refused');
  // Between two processes that hand the connection over, none has it.
  expect(botOf('elsewhere')).toBe('connecting');
});
