import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { databaseGuest } from '@tickets/testkit/database/database-guest';
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
  // The world waits for it at the end, also where something below fails.
  using _ending = { [Symbol.dispose]: () => late.resolve() };
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
  await vi.waitFor(() => expect(at.hearing.cutOffMs()).toBe(0));
  late.resolve();
  await slow;
  await tell(at.db, at.telling, 'after');
  await vi.waitFor(() => expect(at.heard.at(-1)).toBe('after'));
  expect(at.heard).toEqual(['before', 'one', 'two', 'three', 'slow', 'after']);
}, 60_000);

test('what happens while a process is told what it missed is told to it after that', async () => {
  await using at = await twoProcesses();
  await tell(at.db, at.telling, 'before');
  await vi.waitFor(() => expect(at.heard).toEqual(['before']));
  await at.gate.shut();
  await vi.waitFor(() => expect(at.failures.length).toBeGreaterThanOrEqual(1), 15_000);
  for (const name of ['one', 'two']) await tell(at.db, at.telling, name);

  await transact({ db: at.db, events: at.telling }, async (tx, emit) => {
    await sql`lock table events in access exclusive mode`.execute(tx);
    emit(event('meanwhile'));
    await at.gate.open();
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where application_name = 'tickets events' and datname = current_database() and wait_event_type = 'Lock'`.execute(
        at.db,
      );
      expect(rows).toHaveLength(1);
    }, 15_000);
  });
  await vi.waitFor(() => expect(at.heard).toHaveLength(4), 15_000);
  expect(at.heard).toEqual(['before', 'one', 'two', 'meanwhile']);
}, 60_000);

/** Sessions at the database that listen, or are about to. One of them is of the process that tells. */
const listening = async ({ db }: { db: Db }) =>
  (
    await sql`select from pg_stat_activity
      where application_name = 'tickets events' and datname = current_database()`.execute(db)
  ).rows.length;
/** In the statement with which each connection begins. */
const firstStatement = 'pg_backend_pid';

test.concurrent.each([
  // After 1, 3 and 7 seconds.
  { how: 'breaks', ms: 8_000, failures: 4 },
  // An answer is waited for for ten seconds: from 1 to 11 and from 13 to 23.
  { how: 'is silent', ms: 25_000, failures: 3 },
] as const)(
  'a process connects again one attempt after the other and listens once, where a connection begins and then $how',
  async ({ how, ms, failures }) => {
    await using at = await twoProcesses();
    const mend = at.gate.failAt(firstStatement, how);
    await at.gate.shut();
    await at.gate.open();
    await sleep(ms);
    expect(at.failures).toHaveLength(failures);
    mend();
    await vi.waitFor(() => expect(at.hearing.cutOffMs()).toBe(0), 25_000);
    // Others that wait for their turn would have it by now.
    await sleep(11_000);
    expect(await listening(at)).toBe(2);
    await tell(at.db, at.telling, 'after');
    await vi.waitFor(() => expect(at.heard).toEqual(['after']));
    await at.hearing.close();
    await vi.waitFor(async () => expect(await listening(at)).toBe(1));
  },
  120_000,
);

test.concurrent('a process that ends while it connects again keeps no connection and asks for no other', async () => {
  await using at = await twoProcesses();
  const mend = at.gate.failAt(firstStatement, 'is silent');
  await at.gate.shut();
  await vi.waitFor(async () => expect(await listening(at)).toBe(1));
  await at.gate.open();
  await vi.waitFor(async () => expect(await listening(at)).toBe(2), 5_000);
  await at.hearing.close();
  await vi.waitFor(async () => expect(await listening(at)).toBe(1));
  mend();
  await sleep(4_000);
  expect([await listening(at), at.failures.length]).toEqual([1, 1]);
}, 30_000);

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

test('a connection that stays read-only when the database takes changes again does not go on listening', async () => {
  await using database = await createTestDatabase();
  await using guest = await databaseGuest(database.url);
  const { name, url, admin } = guest;
  await admin(`grant select on all tables in schema public to ${name}`);
  await admin(`alter role ${name} set default_transaction_read_only = on`);
  const failures: unknown[] = [];
  const events = await postgresEvents({ url, db: database.db, onError: (error) => failures.push(error) });
  const session = async () => {
    const { rows } = await admin(`select pid from pg_stat_activity where application_name = 'tickets events'
      and usename = '${name}'`);
    expect(rows.length).toBeLessThanOrEqual(1);
    return rows[0]?.pid;
  };
  const first = await session();
  // As long as new ones are read-only, too, nothing is gained by another.
  await sleep(6_000);
  expect([await session(), failures]).toEqual([first, []]);
  await admin(`alter role ${name} reset default_transaction_read_only`);
  await vi.waitFor(async () => {
    const now = await session();
    expect(now !== undefined && now !== first && events.cutOffMs() === 0).toBe(true);
  }, 15_000);
  expect(failures.map(String)).toContainEqual(expect.stringContaining('takes changes again'));
  await events.close();
}, 60_000);
