import { randomUUID } from 'node:crypto';
import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type EffectKind, want } from '../platform/effects/effects.ts';
import { settleEffect } from '../platform/effects/settle.ts';
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
  // Five failures are 233 seconds of waiting.
  await sql`update graphile_worker._private_jobs set attempts = 5, created_at = now() - interval '1 hour'`.execute(
    ctx.db,
  );
  const { effects, jobs } = await readWorkFigures(ctx.db);
  expect(effects).toEqual({ due: 1, oldest_s: expect.closeTo(3600, -2) });
  expect(jobs).toEqual([{ task: 'files.remove_unused', due: 1, oldest_s: expect.closeTo(233 - 60, -1) }]);
});

test('a job that was added long before it was due has not waited since then, while it runs or when it fails', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const key = 'one';
  await addJob(ctx.db, 'files.remove_unused', {}, { key, runAt: new Date(Date.now() + 60_000) });
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '20 days'`.execute(ctx.db);
  // Moved again and again, it stays the same one.
  await addJob(ctx.db, 'files.remove_unused', {}, { key, runAt: new Date(Date.now() - 30_000) });
  const oldest = async () =>
    (await readWorkFigures(ctx.db)).jobs.map(({ oldest_s }) => Math.round(oldest_s / 10) * 10);
  expect(await oldest()).toEqual([30]);
  const { rows } = await sql`update graphile_worker._private_jobs
    set attempts = 1, locked_at = now(), locked_by = 'a' returning 1`.execute(ctx.db);
  expect(rows).toHaveLength(1);
  expect(await oldest()).toEqual([30]);
  // As the library writes a failure down.
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = 'x',
    run_at = run_at + exp(least(attempts, 10)) * interval '1 second'`.execute(ctx.db);
  expect(await oldest()).toEqual([30]);
  // What ended without being written down has counted a try, and has not waited for it.
  await sql`update graphile_worker._private_jobs set attempts = 20, created_at = now() - interval '1 minute'`.execute(
    ctx.db,
  );
  expect(await oldest()).toEqual([60]);
});

test('an effect that failed waits since it was due, not since it was wanted', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const { guild_id } = await buildGuild(ctx);
  let answer: Date | undefined;
  const kind: EffectKind = {
    name: 'a',
    lockOf: () => 'a',
    async settle() {
      if (!answer) throw new Error('Discord is silent');
      return answer;
    },
  };
  const of = { guild_id, key: '1' };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await want(ctx.db, kind, { ...of, wanted: {} }, hoursAgo(1));
  await sql`update effects set wanted_at = now() - interval '20 days'`.execute(ctx.db);
  const oldest = async () => Math.round((await readWorkFigures(ctx.db)).effects.oldest_s / 60);
  const fail = () => settleEffect(ctx, kind, of).catch(() => undefined); // on purpose
  await fail();
  expect(await oldest()).toBe(60);
  await fail();
  expect(await oldest()).toBe(60);
  // Discord follows in part, and the rest is for later.
  answer = hoursAgo(-1);
  await settleEffect(ctx, kind, of);
  expect(await oldest()).toBe(0);
  answer = undefined;
  // As a permission that came makes it due before its time.
  await fail();
  expect(await oldest()).toBe(0);
});

test('a delivery that is sent once more waits since then', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const { guild_id } = await buildGuild(ctx);
  const { webhook_id } = await ctx.db
    .insertInto('outgoing_webhooks')
    .values({
      webhook_id: randomUUID(),
      guild_id,
      url: 'https://example.com/',
      secret: Buffer.from('x'),
      events: ['ticket.opened'],
      made_by: '1',
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow();
  const deliver = (more: object) =>
    ctx.db
      .insertInto('outgoing_deliveries')
      .values({
        guild_id,
        webhook_id,
        message_id: randomUUID(),
        event: 'ticket.opened',
        data: '{}',
        attempts: 8,
        due_at: new Date(Date.now() + 60_000),
        ...more,
      })
      .execute();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const oldest = async () => Math.round((await readWorkFigures(ctx.db)).deliveries.oldest_s / 60);
  await deliver({ happened_at: hoursAgo(480), resent_at: hoursAgo(0.5), attempts_before: 7 });
  expect(await oldest()).toBe(30);
  await deliver({ happened_at: hoursAgo(2) });
  expect(await oldest()).toBe(120);
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
