import { setTimeout as sleep } from 'node:timers/promises';
import { callAs } from '@tickets/testkit/data/access';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createDb, createPool } from '../platform/db/db.ts';
import { withCaller } from '../platform/db/patience.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { sweepAutoClose } from '../tickets/autoclose/auto-close.ts';
import { closeTicket } from '../tickets/closing/close.ts';
import { findTicket } from '../tickets/model/find.ts';
import { startJobs } from './worker.ts';

// What fails here on purpose is reported.
allowDatabaseError(
  /22P02: invalid input syntax for type bigint:|53100: could not extend file: No space left on device/,
);
allowWarning(
  /"msg":"(Failed task|Failed to fail jobs|Runner stopping \(reason: worker pool exited|a ticket could not be closed in Discord now; it is finished later)/,
);

async function startWorker({
  ctx,
  database_url,
  pool = createPool(database_url),
}: Pick<TicketWorld, 'ctx' | 'database_url'> & { pool?: pg.Pool }) {
  const jobs = await startJobs(ctx, { pool });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await jobs.stop();
    await pool.end();
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

/** Resolves when the ticket is closed. The event comes after commit. */
function closed({ ctx }: TicketWorld, ticket: TestTicket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = async () => {
    if ((await findTicket(ctx.db, ticket))?.status !== 'closed') return;
    stop();
    resolve();
  };
  // Looks that are still under way when it was seen may fail.
  const lookNow = () => void look().catch(reject);
  const stop = ctx.events.subscribe(lookNow);
  lookNow();
  return promise;
}

test('a ticket whose time ended while the program was down closes after the next start', async () => {
  const clock = createTestClock();
  await using world = await startTicketWorld({ clock });
  await world.settings({ auto_close_enabled: true, auto_close_since_open: 60 });
  const ticket = await world.openTicket();
  clock.advance(30_000);
  expect(await sweepAutoClose(world.ctx)).toBe(0); // it is warned of
  clock.advance(3_600_000);
  expect(await sweepAutoClose(world.ctx)).toBe(1);
  await using _ = await startWorker(world);
  await closed(world, ticket);
  expect(world.sim.world.channels.has(ticket.channel_id)).toBe(false);
});

test('a close that Discord did not answer is finished later', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'DELETE', route: '/channels/:id', kind: 500, afterEffect: true });
  await closeTicket(await callAs(world, world.staff.id), { ...ticket, reason: null, source: 'discord' });
  expect((await findTicket(world.ctx.db, ticket))?.status).toBe('closing');
  // As when its time has come.
  await sql`update effects set due_at = now()`.execute(world.ctx.db);
  await using _ = await startWorker(world);
  await closed(world, ticket);
  expect(world.member.directMessages(world.bot_id)).toHaveLength(1);
});

test('a round of a timer that takes long is not begun anew beside itself', async () => {
  const clock = createTestClock();
  await using world = await startTicketWorld({ clock });
  await world.settings({ auto_close_enabled: true, auto_close_since_open: 60 });
  const ticket = await world.openTicket();
  clock.advance(30_000);
  expect(await sweepAutoClose(world.ctx)).toBe(0); // it is warned of
  clock.advance(3_600_000);
  const route = '/channels/:id/messages';
  const read = world.sim.faults.record();
  world.sim.faults.next({ method: 'GET', route, kind: 'delay', delayMs: 1_000, times: 2 });
  await using _ = await startWorker(world);
  const begin = () => sql`select graphile_worker.add_job('tickets.auto_close')`.execute(world.ctx.db);
  await begin();
  await vi.waitFor(() => expect(world.sim.faults.hits).toHaveLength(1));
  await begin();
  await closed(world, ticket);
  // Once in the round, and once more as the ticket closes.
  expect(read.filter(({ method, route: of }) => method === 'GET' && of === route)).toHaveLength(2);
});

test('timers run once the clock is right again after it was ahead, whatever an older program left behind', async () => {
  await using world = await startTicketWorld();
  const { db } = world.ctx;
  const ahead = sql`clock_timestamp() + interval '6 hours'`;
  await sql`insert into timers values ('jobs.forget_killed', ${ahead})`.execute(db);
  await sql`insert into graphile_worker._private_known_crontabs values ('jobs.forget_killed', ${ahead}, ${ahead})`.execute(
    db,
  );
  await sql`select graphile_worker.add_job('jobs.forget_killed', run_at := ${ahead}, job_key := 'jobs.forget_killed')`.execute(
    db,
  );
  // What it forgets.
  await sql`select graphile_worker.add_job('events.purge', job_key := 'killed')`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'killed'`.execute(
    db,
  );
  await using _ = await startWorker(world);
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`select from graphile_worker.jobs where key in ('killed', 'jobs.forget_killed')`.execute(db);
      expect(rows).toEqual([]);
    },
    { timeout: 5_000 },
  );
});

test('jobs go on after the end of one could not be written', async () => {
  await using world = await startTicketWorld();
  const { db } = world.ctx;
  // As on a full disk: the end of a job is written to its row.
  await sql`create sequence full_disk_hits`.execute(db); // counts what is taken back, too
  await sql`create function full_disk() returns trigger language plpgsql as $$
    begin perform nextval('full_disk_hits'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  );
  await sql`create trigger full_disk before update on graphile_worker._private_jobs
    for each row when (new.last_error is not null) execute function full_disk()`.execute(db);
  const begin = (name: string, payload: object) =>
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(db);
  await using _ = await startWorker(world);
  for (let n = 0; n < 20; n += 1) await begin('attachment.store', { guild_id: 'none' }); // fails
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from full_disk_hits where is_called`.execute(db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 5_000 },
  );
  await sql`drop trigger full_disk on graphile_worker._private_jobs`.execute(db);
  await sql`drop function full_disk`.execute(db);
  await sql`drop sequence full_disk_hits`.execute(db);
  await begin('events.purge', {});
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from graphile_worker.jobs where task_identifier = 'events.purge'`.execute(db);
      expect(rows).toEqual([]);
    },
    { timeout: 15_000 },
  );
});

test('jobs whose end could not be written, as the database went away, are done once it is back', async () => {
  vi.spyOn(console, 'trace').mockReturnValue(); // The library prints there what it also logs.
  await using world = await startTicketWorld();
  const { db } = world.ctx;
  await using gate = await gateTo(world.database_url);
  await using _ = await startWorker({ ctx: { ...world.ctx, db: gate.db }, database_url: gate.url });
  const jobs = async (of: RawBuilder<unknown>) =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'files.remove_unused' and ${of}`.execute(
        db,
      )
    ).rows;

  // They wait for a lock, and are under way when the connections end.
  const lock = await db.startTransaction().execute();
  await sql`lock table files_to_remove`.execute(lock);
  for (let n = 0; n < 5; n += 1)
    await sql`select graphile_worker.add_job('files.remove_unused', '{}'::json)`.execute(db);
  await vi.waitFor(async () => expect(await jobs(sql`locked_at is not null`)).toHaveLength(5), {
    timeout: 5_000,
  });
  await gate.shut();
  await gate.shut();
  await sleep(3_000);
  await lock.rollback().execute();
  await gate.open();

  await vi.waitFor(async () => expect(await jobs(sql`true`)).toEqual([]), { timeout: 15_000 });
});

test('jobs go on some seconds after all connections were lost without a word', async () => {
  await using world = await startTicketWorld();
  const { db } = world.ctx;
  await using gate = await gateTo(world.database_url);
  const listeners = sql`select pid from pg_stat_activity
    where datname = current_database() and query like 'LISTEN "jobs:insert"%'`;
  // One for all that a process does.
  const pool = createPool(gate.url);
  await using _ = await startWorker({
    ctx: { ...world.ctx, db: createDb(pool) },
    database_url: gate.url,
    pool,
  });
  const workOff = async (timeout: number) => {
    for (let n = 0; n < 5; n += 1)
      await sql`select graphile_worker.add_job('files.remove_unused', '{}'::json)`.execute(db);
    const left = sql`select from graphile_worker.jobs where task_identifier = 'files.remove_unused'`;
    await vi.waitFor(async () => expect((await left.execute(db)).rows).toEqual([]), { timeout });
  };
  await workOff(5_000);
  const { rows: listening } = await listeners.execute(db);
  expect(listening).toHaveLength(1);
  await sleep(1_000); // A connection that is just being opened has 20 s for that.
  gate.vanish();
  await workOff(15_000);
  // A stop would wait for the one that listens.
  await vi.waitFor(
    async () => {
      const { rows } = await listeners.execute(db);
      expect(rows).toHaveLength(1);
      expect(rows).not.toEqual(listening);
    },
    { timeout: 20_000 },
  );
});

test('jobs are done whoever opened the connections on which the runner hears of them, and has gone since', async () => {
  await using world = await startTicketWorld();
  const pool = createPool(world.database_url);
  await withCaller({ ms: 1_000, gone: AbortSignal.abort() }, async () => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) client.release();
  });
  await using _worker = await startWorker({ ...world, pool });
  const left = async () =>
    (
      await sql<{ last_error: string | null }>`select last_error from graphile_worker._private_jobs`.execute(
        world.ctx.db,
      )
    ).rows;
  for (let n = 0; n < 5; n += 1) {
    await addJob(world.ctx.db, 'files.remove_unused', {});
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
  }
});
