import { liveClose } from '@tickets/contract/tickets/live';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

// The connection that is ended says so. A warning of the program would fail the test.
allowDatabaseError(/57P01|terminating connection/);

test('a page whose session cannot be asked for, because the database is away, is told to come back, and fills no log', async () => {
  await using world = await startLiveWorld();
  const { app } = world;
  const { token, openTicket } = await world.addDesk();
  const reader = openTicket();
  const lock = await app.ctx.db.startTransaction().execute();
  try {
    await sql`lock table permissions`.execute(lock);
    await reader.auth({ token });
    const waiting = sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await waiting.execute(lock)).rows).not.toHaveLength(0));
    await reader.untilRefused('Something went wrong. Reload the page.', liveClose.failed);
  } finally {
    await lock.rollback().execute();
  }
  // Until the program has let go of the connections that were ended.
  const ask = () => sql`select`.execute(app.ctx.db);
  await vi.waitFor(() => Promise.all(Array.from({ length: 20 }, ask)));
});
