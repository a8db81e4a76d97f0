import type { Db } from '@tickets/core/platform/db/db';
import { sql } from 'kysely';
import { vi } from 'vitest';

/** How many statements of the database wait for a lock that another transaction holds. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Returns once `count` statements wait for a lock. */
export async function untilLockWaits(db: Db, count = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await lockWaits(db);
      if (waiting !== count) throw new Error(`${waiting} statements wait for a lock, expected ${count}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}
