import { archiveOf, asFile } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { callAs } from '@tickets/testkit/data/access';
import { randomId } from '@tickets/testkit/data/factories';
import { addServer } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test, vi } from 'vitest';
import { readWorkFigures } from '../doctor/figures.ts';
import { createPool } from '../platform/db/db.ts';
import { startImport } from '../transfer/import/uploads.ts';
import { setupMost } from '../transfer/setup/most.ts';
import { startJobs } from './worker.ts';

const byNumber = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1);

test('archives of two servers whose check takes long keep no small archive of a third from being checked', async () => {
  await using w = await startTicketWorld();
  const { ctx, sim } = w;
  const [source, slow, slower, third] = [
    await addServer(w),
    await addServer(w),
    await addServer(w),
    await addServer(w),
  ];
  const good = await archiveOf(ctx, source.guild_id, 'setup');
  const hostile = (await Forgery.of(good)).rows('setup/blacklisted_users.jsonl', () =>
    Array.from({ length: setupMost.blacklisted_users }, randomId)
      .sort(byNumber)
      .map((user_id) => ({ user_id })),
  );
  // It lists a thousand people at once.
  sim.faults.next({ route: /members$/, kind: 'delay', delayMs: 4_000, times: 1_000 });
  const send = async ({ guild_id }: { guild_id: string }, bytes: Buffer) =>
    startImport(await callAs({ ctx, guild_id }, w.owner.id), guild_id, {
      files: asFile(bytes),
      preview: true,
    });
  const states = async () => {
    const rows = await ctx.db.selectFrom('import_uploads').select(['guild_id', 'state']).execute();
    return [slow, slower, third].map((one) => rows.find(({ guild_id }) => guild_id === one.guild_id)?.state);
  };
  for (const one of [slow, slower]) await send(one, hostile.zip());
  const pool = createPool(w.database_url);
  const jobs = await startJobs(ctx, { pool });
  try {
    const asked = sim.faults.record();
    await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(2), 10_000);
    await send(third, good);
    // A second archive of a server takes the place of the job that is at its first one, and that is no job that failed.
    await send(slow, good);
    expect((await readWorkFigures(ctx.db)).failed_jobs).toEqual([]);
    await vi.waitFor(async () => expect((await states())[2]).toBe('checked'), 15_000);
    expect((await states())[1]).toBe('checking');
    sim.faults.clear();
    await vi.waitFor(async () => expect((await states())[1]).toBe('checked'), 60_000);
  } finally {
    sim.faults.clear();
    await jobs.stop();
    await pool.end();
  }
}, 120_000);
