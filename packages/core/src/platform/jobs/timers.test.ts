import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Db } from '../db/db.ts';
import { beginDueRounds, timersStandStill } from './timers.ts';

const minute = { name: 'minute', every_s: 60 };
const hour = { name: 'hour', every_s: 3_600 };
const timers = [minute, hour];

/** Two timers, and what a look at them adds. */
async function setUp() {
  const at = await createTestContext();
  const { db } = at.ctx;
  await beginDueRounds(db, timers);
  return {
    db,
    /** As if so much time had gone by; less than none where the clock is set back. */
    goOn: (ms: number, ...names: string[]) => goOn(db, ms, names),
    async look() {
      await beginDueRounds(db, timers);
      return waiting(db);
    },
    /** As when they were worked off. */
    done: () => sql`delete from graphile_worker._private_jobs`.execute(db),
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

async function goOn(db: Db, ms: number, names: string[]): Promise<void> {
  await sql`update timers set ran_at = ran_at - ${ms}::float8 * interval '1 ms'
    where cardinality(${names}::text[]) = 0 or name = any(${names}::text[])`.execute(db);
  await sql`update graphile_worker._private_jobs
    set run_at = run_at - ${ms}::float8 * interval '1 ms', created_at = created_at - ${ms}::float8 * interval '1 ms'`.execute(
    db,
  );
}

async function waiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs order by name`.execute(db);
  return rows.map(({ name }) => name);
}

test('a timer begins a round whenever its interval is over, and not before', async () => {
  await using at = await setUp();
  expect(await at.look()).toEqual([]);
  await at.goOn(59_000);
  expect(await at.look()).toEqual([]);
  await at.goOn(1_000);
  expect(await at.look()).toEqual(['minute']);
  await at.done();
  expect(await at.look()).toEqual([]);
  await at.goOn(3_540_000);
  expect(await at.look()).toEqual(['hour', 'minute']);
});

test('timers go on at once when the clock is right again after it was ahead, or was set back by less than an hour', async () => {
  await using at = await setUp();
  await at.goOn(-6 * 3_600_000);
  expect(await at.look()).toEqual(['hour', 'minute']);
  await at.done();
  expect(await at.look()).toEqual([]);

  // The hour has half gone by, and that cannot be seen any more when the clock has gone back by so much.
  await at.goOn(3_000_000, 'hour');
  await at.goOn(-1_800_000);
  expect(await at.look()).toEqual(['hour', 'minute']);
});

test('a round that waits for a time that the clock was set back from is worked off now', async () => {
  await using at = await setUp();
  await at.goOn(60_000);
  await at.look();
  await at.goOn(-6 * 3_600_000);
  await at.look();
  const { rows } = await sql<{ due: boolean }>`
    select run_at <= clock_timestamp() as due from graphile_worker.jobs`.execute(at.db);
  expect(rows).toEqual([{ due: true }, { due: true }]);
});

test('what the clock of a process says changes nothing about timers', async () => {
  await using at = await setUp();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 3_600_000);
  expect(await at.look()).toEqual([]);
  await at.goOn(60_000);
  expect(await at.look()).toEqual(['minute']);
});

test('rounds that nobody works off wait once, since the first of them was due', async () => {
  await using at = await setUp();
  for (let n = 0; n < 5; n += 1) {
    await at.goOn(60_000);
    expect(await at.look()).toEqual(['minute']);
  }
  const { rows } = await sql<{ waits_s: number }>`
    select extract(epoch from clock_timestamp() - run_at)::float8 as waits_s from graphile_worker.jobs`.execute(
    at.db,
  );
  expect(rows[0]?.waits_s).toBeCloseTo(240, -1);
});

test('a round that failed, or that a killed process was at, keeps no later one from being worked off', async () => {
  await using at = await setUp();
  const open = async () =>
    (
      await sql`select from graphile_worker.jobs where attempts < max_attempts and locked_at is null`.execute(
        at.db,
      )
    ).rows.length;
  await at.goOn(60_000);
  await at.look();
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'x'`.execute(at.db);
  await at.goOn(60_000);
  await at.look();
  expect(await open()).toBe(1);
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'killed'`.execute(
    at.db,
  );
  await at.goOn(60_000);
  await at.look();
  expect(await open()).toBe(1);
});

test('of many processes that look at once one begins each round', async () => {
  await using at = await setUp();
  const began = async () =>
    (
      await sql<{
        n: number;
      }>`select coalesce(sum(revision + 1), 0)::int as n from graphile_worker.jobs`.execute(at.db)
    ).rows[0]?.n;
  for (const ms of [3_600_000, -3_600_000, 3_600_000, -3_600_000]) {
    await at.done();
    await at.goOn(ms);
    await Promise.all(Array.from({ length: 20 }, () => beginDueRounds(at.db, timers)));
    expect(await began()).toBe(2);
  }
});

test('a timer that only another version has keeps no other from its rounds, and gets none', async () => {
  await using at = await setUp();
  await beginDueRounds(at.db, [{ name: 'gone', every_s: 60 }]);
  await at.goOn(-3_600_000, 'gone');
  expect(await at.look()).toEqual([]);
  expect(await timersStandStill(at.db)).toBe(false);
});

test('timers stand still when none has begun a round for minutes, whichever way the clock was set', async () => {
  await using at = await setUp();
  expect(await timersStandStill(at.db)).toBe(false);
  await at.goOn(3_600_000, 'hour');
  expect(await timersStandStill(at.db)).toBe(false);
  await at.goOn(360_000, 'minute');
  expect(await timersStandStill(at.db)).toBe(true);
  await at.look();
  expect(await timersStandStill(at.db)).toBe(false);
  await at.goOn(-3_600_000);
  expect(await timersStandStill(at.db)).toBe(true);
});
