import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@tickets/testkit/database';
import { gateTo } from '@tickets/testkit/database-gate';
import { expect, test, vi } from 'vitest';
import { createPool } from '../db/db.ts';
import { type AppEvent, postgresEvents } from './events.ts';

test('processes hear of each other again after the database was away for a while', async () => {
  await using database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const failures: unknown[] = [];
  const pool = createPool(database.url, { max: 1 });
  const listening = await postgresEvents(gate.url, pool, (error) => failures.push(error));
  const telling = await postgresEvents(database.url, pool, () => undefined);
  const heard: AppEvent[] = [];
  listening.subscribe((event) => heard.push(event));

  await gate.shut();
  await vi.waitFor(() => expect(failures.length).toBeGreaterThanOrEqual(2), 5_000);
  await gate.open();
  await vi.waitFor(async () => {
    telling.publish({ type: 'list.changed', guild_id: '1' });
    await sleep(50);
    expect(heard).not.toEqual([]);
  }, 10_000);
  await Promise.all([listening.close(), telling.close()]);
  await pool.end();
});
