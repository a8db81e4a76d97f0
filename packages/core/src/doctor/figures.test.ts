import { createTestContext } from '@tickets/testkit/context';
import { buildGuild } from '@tickets/testkit/factories';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addJob } from '../platform/jobs/jobs.ts';
import { readWorkFigures } from './figures.ts';

test('what failed and is tried again later waits all the time', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const { guild_id } = await buildGuild(ctx);
  const later = new Date(Date.now() + 60_000);
  const wanted = JSON.stringify({});
  await ctx.db
    .insertInto('effects')
    .values([
      { guild_id, kind: 'a', key: '1', wanted, due_at: later },
      {
        guild_id,
        kind: 'a',
        key: '2',
        wanted,
        due_at: later,
        attempts: 5,
        wanted_at: sql`now() - interval '1 hour'`,
      },
    ])
    .execute();
  await addJob(ctx.db, 'files.remove_unused', {}, { runAt: later });
  await sql`update graphile_worker._private_jobs set attempts = 3, created_at = now() - interval '1 hour'`.execute(
    ctx.db,
  );
  const { effects, jobs } = await readWorkFigures(ctx.db);
  expect(effects).toEqual({ due: 1, oldest_s: expect.closeTo(3600, -2) });
  expect(jobs).toEqual([{ task: 'files.remove_unused', due: 1, oldest_s: expect.closeTo(3600, -2) }]);
});

test('figures say how much work is due, since when, and what was given up', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const nothing = { due: 0, oldest_s: 0 };
  expect(await readWorkFigures(ctx.db)).toEqual({
    jobs: [],
    failed_jobs: [],
    effects: nothing,
    deliveries: nothing,
    backup_age_s: null,
    stored_bytes: 0,
  });

  const hourAgo = new Date(Date.now() - 3_600_000);
  await addJob(ctx.db, 'files.remove_unused', {}, { runAt: hourAgo });
  await addJob(ctx.db, 'import.work', { guild_id: '1' }, { runAt: new Date(Date.now() + 3_600_000) });
  await addJob(ctx.db, 'server.export', { guild_id: '1', export_id: '1' });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The disk is full'
    where payload::jsonb ? 'export_id'`.execute(ctx.db);
  const key = 'import.work:2';
  await addJob(ctx.db, 'import.work', { guild_id: '2' }, { key, runAt: new Date(Date.now() + 3_600_000) });
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where key = ${key}`.execute(
    ctx.db,
  );
  // While it runs.
  await addJob(ctx.db, 'import.work', { guild_id: '2' }, { key, runAt: new Date(Date.now() + 3_600_000) });
  await ctx.db
    .insertInto('backups')
    .values({
      kind: 'nightly',
      place: '/b',
      folder: 'f',
      began_at: hourAgo,
      finished_at: hourAgo,
      bytes: '1',
    })
    .execute();
  for (const bytes of ['5000000000', '7']) {
    const { guild_id } = await buildGuild(ctx);
    await ctx.db.insertInto('guild_storage').values({ guild_id, bytes }).execute();
  }
  const figures = await readWorkFigures(ctx.db);
  expect(figures.stored_bytes).toBe(5_000_000_007);
  expect(figures.jobs).toEqual([{ task: 'files.remove_unused', due: 1, oldest_s: expect.closeTo(3600, -2) }]);
  expect(figures.failed_jobs).toEqual([{ task: 'server.export', count: 1 }]);
  expect(figures.backup_age_s).toBeCloseTo(3600, -2);
});
