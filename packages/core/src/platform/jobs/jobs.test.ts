import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Db } from '../db/db.ts';
import { addJob, forgetKilledJobs } from './jobs.ts';

const jobs = async (db: Db) =>
  (
    await sql<{ task: string; key: string | null }>`select task_identifier as task, key
      from graphile_worker.jobs order by id`.execute(db)
  ).rows.map(({ task, key }) => `${task} ${key ?? '-'}`);

const update = (db: Db, change: string) =>
  sql`update graphile_worker._private_jobs ${sql.raw(change)}`.execute(db);

test('what a killed process was doing is done by another job, and its own does not stay for ever', async () => {
  await using at = await createTestContext();
  const { db } = at.ctx;
  const key = 'server.export:1';
  const add = () => addJob(db, 'server.export', { guild_id: '1', export_id: '1' }, { key });
  await add();
  await update(db, "set locked_at = now(), locked_by = 'killed', attempts = 1");
  await add(); // as the program does that goes on
  expect(await jobs(db)).toEqual(['server.export -', `server.export ${key}`]);

  // It may still be at work.
  await forgetKilledJobs(at.ctx);
  expect(await jobs(db)).toHaveLength(2);
  // As the library does after four hours.
  await update(db, "set locked_at = null, locked_by = null where locked_by = 'killed'");
  await forgetKilledJobs(at.ctx);
  expect(await jobs(db)).toEqual([`server.export ${key}`]);

  await update(db, "set attempts = max_attempts, last_error = 'The disk is full'");
  await forgetKilledJobs(at.ctx);
  expect(await jobs(db)).toEqual([`server.export ${key}`]);
});

test('a job that is to wait for a second does so, however far our clock is from that of the database', async () => {
  await using context = await createTestContext();
  const { db } = context.ctx;
  const hours = Date.now() + 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(hours);
  await addJob(db, 'files.remove_unused', {}, { runAt: new Date(hours + 1_000) });
  const { rows } = await sql<{ waits: number }>`
    select extract(epoch from run_at - now())::float8 as waits from graphile_worker.jobs`.execute(db);
  expect(rows[0]?.waits).toBeGreaterThan(0);
  expect(rows[0]?.waits).toBeLessThan(2);
});
