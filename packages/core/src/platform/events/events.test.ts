import { createTestDatabase } from '@tickets/testkit/database';
import { gateTo } from '@tickets/testkit/database-gate';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createDb, createPool, type Db } from '../db/db.ts';
import { type AppEvent, type Events, transact } from './events.ts';
import { postgresEvents, purgeEvents } from './postgres-events.ts';

/** Two processes on one database. What the one hears comes through a gate that can be shut. */
async function twoProcesses() {
  const database = await createTestDatabase();
  const gate = await gateTo(database.url);
  const db = createDb(createPool(database.url, { max: 3 }));
  const failures: unknown[] = [];
  const hearing = await postgresEvents({ url: gate.url, db, onError: (error) => failures.push(error) });
  const telling = await postgresEvents({ url: database.url, db, onError: () => undefined });
  const heard: string[] = [];
  hearing.subscribe((event) => heard.push(nameOf(event)));
  return {
    db,
    gate,
    telling,
    hearing,
    heard,
    failures,
    async [Symbol.asyncDispose]() {
      await Promise.all([hearing.close(), telling.close()]);
      await db.destroy();
      await gate[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const event = (name: string): AppEvent => ({ type: 'list.changed', guild_id: name });
const nameOf = (event: AppEvent) => ('guild_id' in event ? event.guild_id : event.type);
const tell = (db: Db, events: Events, name: string) =>
  transact({ db, events }, async (_tx, emit) => emit(event(name)));

test('what happens while a process is cut off from the database is told to it afterwards, once and in order', async () => {
  await using at = await twoProcesses();
  await tell(at.db, at.telling, 'before');
  await vi.waitFor(() => expect(at.heard).toEqual(['before']));

  // It began before the cut and ends after it, with a number below all others.
  const late = Promise.withResolvers<void>();
  const slow = transact({ db: at.db, events: at.telling }, async (tx) => {
    await at.telling.write(tx, [event('slow')]);
    await late.promise;
  });
  await at.gate.shut();
  await vi.waitFor(() => expect(at.failures.length).toBeGreaterThanOrEqual(1), 15_000);
  expect([at.hearing.cutOffMs() > 0, at.telling.cutOffMs()]).toEqual([true, 0]);
  for (const name of ['one', 'two', 'three']) await tell(at.db, at.telling, name);
  const refused = transact({ db: at.db, events: at.telling }, async (_tx, emit) => {
    emit(event('never'));
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  expect(at.heard).toEqual(['before']);

  await at.gate.open();
  await vi.waitFor(() => expect(at.heard).toEqual(['before', 'one', 'two', 'three']), 15_000);
  expect(at.hearing.cutOffMs()).toBe(0);
  late.resolve();
  await slow;
  await tell(at.db, at.telling, 'after');
  await vi.waitFor(() => expect(at.heard.at(-1)).toBe('after'));
  expect(at.heard).toEqual(['before', 'one', 'two', 'three', 'slow', 'after']);
}, 60_000);

test('a process hears of its own events at once, and not again from the database', async () => {
  await using at = await twoProcesses();
  at.hearing.publish(event('own'));
  expect(at.heard).toEqual(['own']);
  await tell(at.db, at.telling, 'other');
  await vi.waitFor(() => expect(at.heard).toEqual(['own', 'other']));
});

test('events are forgotten when nobody reads on from them any more: those of messages sooner', async () => {
  await using at = await twoProcesses();
  const message = { type: 'ticket.message', guild_id: '1', ticket_id: 1, message_id: '1', seq: 1 } as const;
  await at.telling.write(at.db, [event('1'), { ...message, change: 'create' }]);
  const kept = async () =>
    (
      await sql<{ type: string }>`select event ->> 'type' as type from events order by 1`.execute(at.db)
    ).rows.map(({ type }) => type);
  const age = (interval: string) =>
    sql`update events set happened_at = now() - ${interval}::interval`.execute(at.db);
  await purgeEvents(at);
  expect(await kept()).toEqual(['list.changed', 'ticket.message']);
  await age('2 hours');
  await purgeEvents(at);
  expect(await kept()).toEqual(['list.changed']);
  await age('8 days');
  await purgeEvents(at);
  expect(await kept()).toEqual([]);
});
