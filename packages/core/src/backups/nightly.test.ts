import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDb, createPool } from '../platform/db/db.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { listBackups, ownerOf, usableForUpgrade } from './kept.ts';
import { makeDueBackup, type NightlyBackups } from './nightly.ts';
import { folderPlace } from './place.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Cron hit an error; restarting in|the backup failed; it is tried again in an hour|old backups could not be removed|This account may not read)/,
);

async function world() {
  const context = await createTestContext();
  const dir = await mkdtemp(join(tmpdir(), 'tickets-nightly-'));
  onTestFinished(async () => {
    await context.close();
    await rm(dir, { recursive: true, force: true });
  });
  let now = new Date('2026-06-01T02:00:00Z');
  const ctx = { ...context.ctx, clock: { ...context.ctx.clock, now: () => now } };
  const place = folderPlace(join(dir, 'backups'));
  const backups: NightlyBackups = {
    url: context.database_url,
    open: async () => place,
    hour: 3,
    keep_days: 2,
    secrets: () => [],
  };
  const at = async (time: string, given = backups) => {
    now = new Date(time);
    return makeDueBackup(ctx, given);
  };
  const days = async () =>
    (await listBackups(place)).map(({ made_at }) => made_at.toISOString().slice(0, 16));
  return { ctx, context, dir, place, backups, at, days };
}

test('one is made as soon as there is none, then once each day from its hour on, and old ones go', async () => {
  const { at, days } = await world();
  expect(await at('2026-06-01T02:00:00Z')).toBe(true);
  expect(await at('2026-06-01T02:59:00Z')).toBe(false);
  expect(await at('2026-06-01T03:00:00Z')).toBe(true);
  expect(await at('2026-06-01T23:00:00Z')).toBe(false);
  expect(await at('2026-06-02T02:59:00Z')).toBe(false);
  // The program did not run at its hour.
  expect(await at('2026-06-02T19:00:00Z')).toBe(true);
  expect(await at('2026-06-03T03:01:00Z')).toBe(true);
  expect(await at('2026-06-04T03:01:00Z')).toBe(true);
  expect(await days()).toEqual(['2026-06-02T19:00', '2026-06-03T03:01', '2026-06-04T03:01']);
});

test('what need not be kept goes also while none can be made, as on a full disk, but never the newest', async () => {
  const { place, backups, at, days } = await world();
  expect(await at('2026-06-01T04:00:00Z')).toBe(true);
  expect(await at('2026-06-02T04:00:00Z')).toBe(true);
  const noSpace = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const full = { ...backups, open: async () => ({ ...place, write: () => Promise.reject(noSpace) }) };
  expect(await at('2026-06-09T04:00:00Z', full)).toBe(false);
  expect(await days()).toEqual(['2026-06-02T04:00']);
  expect(await at('2026-06-09T06:00:00Z')).toBe(true);
  expect(await days()).toEqual(['2026-06-09T06:00']);
});

test('one that was begun or failed while the clock was ahead is no reason to make none once it is right again', async () => {
  const { ctx, dir, backups, at, days } = await world();
  await writeFile(join(dir, 'a file'), '');
  const failing = { ...backups, open: async () => folderPlace(join(dir, 'a file')) };
  expect(await at('2026-07-01T04:00:00Z')).toBe(true);
  expect(await at('2026-06-01T04:00:00Z')).toBe(true);
  expect(await at('2026-06-02T02:59:00Z')).toBe(false);
  expect(await at('2026-08-01T04:00:00Z', failing)).toBe(false);
  expect(await at('2026-06-02T03:00:00Z')).toBe(true);
  expect(await days()).toEqual(['2026-06-01T04:00', '2026-06-02T03:00', '2026-07-01T04:00']);
  // Clocks of two processes differ by less.
  expect(
    await makeDueBackup(
      { ...ctx, clock: { ...ctx.clock, now: () => new Date('2026-06-02T02:58:00Z') } },
      backups,
    ),
  ).toBe(false);
});

test('of two processes that look at the same moment one makes it', async () => {
  const { ctx, context, backups, days } = await world();
  const pool = createPool(context.database_url, { max: 3 });
  const other = { ...ctx, db: createDb(pool) };
  const made = await Promise.all([makeDueBackup(ctx, backups), makeDueBackup(other, backups)]);
  await other.db.destroy();
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await days()).toHaveLength(1);
});

test('one that failed is written down with its reason, and tried again after an hour', async () => {
  const { ctx, dir, place, backups, at } = await world();
  const logged = vi.spyOn(ctx.log, 'error');
  await writeFile(join(dir, 'a file'), '');
  let isWell = false;
  const given = { ...backups, open: async () => (isWell ? place : folderPlace(join(dir, 'a file'))) };
  expect(await at('2026-06-01T04:00:00Z', given)).toBe(false);
  expect(logged.mock.calls).toEqual([
    [
      { because: expect.stringMatching(/cannot be used for backups: ENOTDIR: [^:]*\.$/) },
      'the backup failed; it is tried again in an hour',
    ],
  ]);
  const rows = await ctx.db.selectFrom('backups').select(['kind', 'folder', 'problem']).execute();
  expect(rows).toEqual([
    { kind: 'nightly', folder: null, problem: expect.stringContaining('cannot be used') },
  ]);
  isWell = true;
  expect(await at('2026-06-01T04:30:00Z', given)).toBe(false);
  expect(await at('2026-06-01T05:01:00Z', given)).toBe(true);
});

test('a folder that may not be read is passed over, and told of with each backup: whose it may be, and what to do', async () => {
  const { ctx, context, dir, place, backups, at, days } = await world();
  expect(await at('2026-06-01T04:00:00Z')).toBe(true);
  const { database } = await withClient(context.database_url, ownerOf);
  const [ours, others] = [
    `tickets-20260601T050000Z-${database}-00000001`,
    'tickets-20260101T030000Z-nightly-0a1b2c3d-00000001',
  ];
  for (const folder of [ours, others]) await mkdir(join(dir, 'backups', folder));
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const shared = {
    ...place,
    read: async (path: string) => {
      if ([ours, others].some((folder) => path.startsWith(folder))) throw refused;
      return place.read(path);
    },
  };
  const given = { ...backups, open: async () => shared };
  const warned = vi.spyOn(ctx.log, 'warn');
  expect(await at('2026-06-09T04:00:00Z', given)).toBe(true);
  expect(await days()).toEqual(['2026-06-09T04:00']);
  expect(await place.list()).toEqual(expect.arrayContaining([ours, others]));
  const account = process.geteuid?.() ?? '<account>';
  expect(warned.mock.calls.map((call) => call.at(-1))).toEqual([
    `This account may not read ${join(dir, 'backups', ours)}, and passes it over: it is neither used nor removed. By its name it may be of this database. ` +
      `If this installation made it, as a command given as root does, run: chown -R ${account} ${join(dir, 'backups', ours)}`,
    `This account may not read ${join(dir, 'backups', others)}, and passes it over.`,
  ]);
  const usable = withClient(context.database_url, (client) => usableForUpgrade(shared, client));
  expect(await usable).toBeUndefined();
});

test('one that is stopped with the program leaves nothing, and is made after the next start', async () => {
  const { ctx, backups, place, days } = await world();
  const stopping = new AbortController();
  const slow = {
    ...place,
    async write(path: string, source: Readable) {
      stopping.abort();
      await place.write(path, source);
    },
  };
  expect(await makeDueBackup(ctx, { ...backups, open: async () => slow }, stopping.signal)).toBe(false);
  expect(await place.list()).toEqual([]);
  expect(await ctx.db.selectFrom('backups').selectAll().execute()).toEqual([]);
  expect(await makeDueBackup(ctx, backups)).toBe(true);
  expect(await days()).toHaveLength(1);
});

/** A backup that waits for a table, over connections that can be made to lead nowhere. */
async function waitingBackup() {
  const it = await world();
  const gate = await gateTo(it.context.database_url);
  const pool = createPool(it.context.database_url, { max: 2 });
  const other = createDb(pool);
  onTestFinished(async () => {
    await other.destroy();
    await gate[Symbol.asyncDispose]();
  });
  const holding = await other.startTransaction().execute();
  await sql`lock table tickets`.execute(holding);
  const stopping = new AbortController();
  const over = makeDueBackup(it.ctx, { ...it.backups, url: gate.url }, stopping.signal);
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and application_name = 'tickets backup' and wait_event_type = 'Lock'`.execute(other);
    expect(rows).toHaveLength(1);
  });
  return { ...it, gate, over, stopping, free: () => holding.rollback().execute() };
}

test('one whose connection leads nowhere fails after seconds, and the next one is not kept out by it', async () => {
  const { gate, over, free, at } = await waitingBackup();
  gate.vanish();
  await free();
  const begun = performance.now();
  expect(await over).toBe(false);
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(await at('2026-06-01T03:30:00Z')).toBe(true);
}, 60_000);

test('one that is stopped while it waits for the database ends at once, also where its connection leads nowhere', async () => {
  const { gate, ctx, over, stopping, free } = await waitingBackup();
  gate.vanish();
  stopping.abort();
  const begun = performance.now();
  expect(await over).toBe(false);
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await ctx.db.selectFrom('backups').selectAll().execute()).toEqual([]);
  await free();
}, 60_000);
