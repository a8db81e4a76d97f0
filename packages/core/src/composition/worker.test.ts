import { createTestClock } from '@tickets/testkit/clock';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/ticket-world';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createPool } from '../platform/db/db.ts';
import { sweepAutoClose } from '../tickets/autoclose/auto-close.ts';
import { closeTicket } from '../tickets/closing/close.ts';
import { findTicket } from '../tickets/model/find.ts';
import { startJobs } from './worker.ts';

async function startWorker({ ctx, database_url }: TicketWorld) {
  const pool = createPool(database_url);
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

test('a close that Discord did not answer is finished by its job', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'DELETE', route: '/channels/:id', kind: 500, afterEffect: true });
  const actor = { kind: 'user', user_id: world.staff.id } as const;
  await closeTicket(world.ctx, { ...ticket, actor, reason: null, source: 'discord' });
  expect((await findTicket(world.ctx.db, ticket))?.status).toBe('closing');
  // As when its time has come.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(world.ctx.db);
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
