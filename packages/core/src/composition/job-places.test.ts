import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildTicket } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../platform/db/db.ts';
import { startDownload } from '../transcripts/downloads.ts';
import { startExport } from '../transfer/export/exports.ts';
import { JobPlaces } from './job-places.ts';
import { startJobs } from './worker.ts';

test('downloads of one server, however many and long, leave places to the export of another', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const [busy, other] = [await buildGuild(ctx), await buildGuild(ctx)];
  const administratorOf = async ({ guild_id }: { guild_id: string }) =>
    callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  await buildTicket(ctx, { guild_id: busy.guild_id, status: 'closed', has_transcript: true });
  for (let n = 0; n < 12; n += 1)
    await startDownload(await administratorOf(busy), busy.guild_id, { filter: {}, form: 'text' });
  const { export_id } = await startExport(await administratorOf(other), other.guild_id, {
    contents: 'everything',
  });
  const states = async () => {
    const rows = await ctx.db.selectFrom('transcript_downloads').select('state').execute();
    return {
      running: rows.filter(({ state }) => state === 'running').length,
      done: rows.filter(({ state }) => state === 'done').length,
    };
  };
  const { file_key } = await ctx.db
    .selectFrom('server_exports')
    .where('export_id', '=', export_id)
    .select('file_key')
    .executeTakeFirstOrThrow();
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  // A disk on which downloads take long.
  const storage: typeof ctx.storage = {
    ...ctx.storage,
    async putStream(key, source) {
      if (key !== file_key) await goOn;
      return ctx.storage.putStream(key, source);
    },
  };
  const pool = createPool(context.database_url);
  const jobs = await startJobs({ ...ctx, storage }, { pool });
  try {
    await vi.waitFor(async () => {
      const made = await ctx.db.selectFrom('server_exports').select('state').executeTakeFirst();
      expect(made?.state).toBe('done');
    });
    expect(await states()).toEqual({ running: 2, done: 0 });
    resolve();
    await vi.waitFor(async () => expect(await states()).toEqual({ running: 0, done: 12 }), 30_000);
  } finally {
    resolve();
    await jobs.stop();
    await pool.end();
  }
});

test('files of one server, however many, leave places to those of others, and are looked for again one after another', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const places = new JobPlaces(10);
  const take = (guild_id: string) =>
    places.take('attachment.store', { guild_id, ticket_id: 1, message_id: '1' });
  const taken = Array.from({ length: 1_000 }, () => take('a'));
  const leaving = taken.flatMap((one) => ('leave' in one ? [one.leave] : []));
  const again = taken.flatMap((one) => ('again' in one ? [one.again.getTime()] : []));
  expect(leaving).toHaveLength(2);
  expect((again.at(-1) ?? 0) - (again[0] ?? 0)).toBeGreaterThanOrEqual(997 * 100);
  expect(['b', 'b'].map((one) => 'leave' in take(one))).toEqual([true, false]);
  expect('leave' in places.take('server.export', { guild_id: 'a', export_id: '1' })).toBe(true);
  expect('leave' in places.take('files.remove_unused', {})).toBe(true);
  for (const leave of leaving) leave();
  expect('leave' in take('b')).toBe(true);
});

test('what people want done with their data, however many, leaves places to servers', () => {
  const places = new JobPlaces(10);
  const take = (request_id: string) => 'leave' in places.take('data_request.work', { request_id });
  expect(['1', '2', '3', '4', '5'].map(take)).toEqual([true, true, false, false, false]);
  expect('leave' in places.take('server.export', { guild_id: 'a', export_id: '1' })).toBe(true);
});

test('whoever waits for a place gets one before those who had theirs in the meantime', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const places = new JobPlaces(10);
  const take = (guild_id: string) =>
    places.take('attachment.store', { guild_id, ticket_id: 1, message_id: '1' });
  const isTaken = (guild_id: string) => {
    const taken = take(guild_id);
    if ('leave' in taken) running.push(taken.leave);
    return 'leave' in taken;
  };
  const running: (() => void)[] = [];
  expect(['a', 'a', 'b', 'c', 'a', 'b'].map(isTaken)).toEqual([true, true, true, false, false, false]);
  vi.advanceTimersByTime(100);
  // Two servers ask all the time; the place that becomes free waits for the third.
  running.shift()?.();
  expect(['a', 'b', 'a'].map(isTaken)).toEqual([false, false, false]);
  vi.advanceTimersByTime(2_000);
  expect(isTaken('c')).toBe(true);
  // One that does not come again keeps no place free.
  expect(isTaken('d')).toBe(false);
  vi.advanceTimersByTime(8_000);
  running.shift()?.();
  expect(isTaken('e')).toBe(true);
});

test('whoever waits for a place keeps their turn when the clock is set', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const places = new JobPlaces(10);
  const take = (guild_id: string) =>
    places.take('attachment.store', { guild_id, ticket_id: 1, message_id: '1' });
  const running = ['a', 'a', 'b'].map(take).flatMap((one) => ('leave' in one ? [one.leave] : []));
  expect('leave' in take('c')).toBe(false);
  vi.setSystemTime(Date.now() + 600_000);
  running[0]?.();
  expect(['a', 'c'].map((one) => 'leave' in take(one))).toEqual([false, true]);
});
