import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { test, vi } from 'vitest';
import { withLock } from '../locks/ticket-lock.ts';
import { createDb, createPool } from './db.ts';
import { isAway } from './outage.ts';
import { withOwnConnection } from './own-connection.ts';

// PostgreSQL says so of each connection that it ends for standing still.
allowWarning(/terminating connection due to idle-(in-transaction|session) timeout/);

/** One way to a database that can be made to lead nowhere, and another one that cannot. */
async function world() {
  const database = await createTestDatabase();
  const gate = await gateTo(database.url);
  const other = createDb(createPool(database.url, { max: 3 }));
  await sql`create table kept (id integer primary key, value integer not null default 0)`.execute(other);
  await sql`insert into kept (id) values (1)`.execute(other);
  return {
    db: gate.db,
    replace: gate.replace,
    vanish: gate.vanish,
    hang: gate.hang,
    other,
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await other.destroy();
      await database.drop();
    },
  };
}

async function secondsOf<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - begun) / 1000 };
}

const answer = async (value: string) => value;
const away = (error: unknown) => (isAway(error) ? 'away' : error);

test.concurrent('statements whose connections swallow them fail after seconds, and nobody is given another such connection', async ({
  expect,
}) => {
  await using it = await world();
  const one = () => sql`select 1, pg_sleep(0.2)`.execute(it.db);
  await Promise.all([one(), one(), one(), one(), one()]);
  it.replace();
  // Nobody waits for it, as where a message of Discord is written down.
  const { value, seconds } = await secondsOf(() => one().catch(away));
  expect(value).toBe('away');
  expect(seconds).toBeLessThan(12);
  // Each connection of before would keep them for as long again.
  const next = await secondsOf(() => Promise.all([one(), one(), one(), one(), one()]));
  expect(next.seconds).toBeLessThan(3);
}, 60_000);

test.concurrent('a statement that was swallowed while the database worked for it fails when that has been done', async ({
  expect,
}) => {
  await using it = await world();
  const asked = sql`select pg_sleep(5)`.execute(it.db).catch(away);
  await sql`select pg_sleep(0.5)`.execute(it.other);
  it.replace();
  expect(await asked).toBe('away');
}, 60_000);

test.concurrent('a statement for which the database works for long is left alone, also where it waits for another', async ({
  expect,
}) => {
  await using it = await world();
  const held = it.other.transaction().execute(async (tx) => {
    await sql`update kept set value = 1`.execute(tx);
    await sql`select pg_sleep(9)`.execute(tx);
  });
  await sql`select pg_sleep(0.5)`.execute(it.other);
  await Promise.all([
    sql`update kept set value = value + 1`.execute(it.db),
    sql`select pg_sleep(9)`.execute(it.db),
    held,
  ]);
  const { rows } = await sql`select value from kept`.execute(it.other);
  expect(rows).toEqual([{ value: 2 }]);
}, 60_000);

test.concurrent('a statement is left alone also when the time zone of the database was changed meanwhile', async () => {
  await using it = await world();
  await sql`select 1`.execute(it.db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(it.other);
  await sql`alter database ${sql.id(String(rows[0]?.name))} set timezone = 'Asia/Tokyo'`.execute(it.other);
  await sql`select pg_sleep(11)`.execute(it.db);
}, 60_000);

test.concurrent('what a machine that is gone without a word had locked is free after seconds', async ({
  expect,
}) => {
  await using it = await world();
  const over = Promise.withResolvers<void>();
  // A claim that fails below is told at once: the world waits for the work of its connections.
  using _ending = { [Symbol.dispose]: () => over.resolve() };
  const holding = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const hold = () => {
    holding.resolve();
    return over.promise;
  };
  const working = withLock(it.db, 'ticket', hold).catch(away);
  const changing = it.db
    .transaction()
    .execute(async (tx) => {
      await sql`update kept set value = 1`.execute(tx);
      locked.resolve();
      await over.promise;
    })
    .catch(away);
  // Whoever tries before may take the lock from the one that is to hold it.
  await Promise.all([holding.promise, locked.promise]);
  expect(await withLock(it.other, 'ticket', () => answer('b'))).toEqual({ busy: true });
  it.vanish();
  const comeBack = it.hang();
  const { seconds } = await secondsOf(async () => {
    await sql`update kept set value = 2`.execute(it.other);
    const lock = () => withLock(it.other, 'ticket', () => answer('b'));
    await expect.poll(lock, { timeout: 20_000, interval: 250 }).toEqual({ busy: false, value: 'b' });
  });
  expect(seconds).toBeLessThan(15);
  comeBack();
  over.resolve();
  await Promise.all([working, changing]);
  const { rows } = await sql`select value from kept`.execute(it.other);
  expect(rows).toEqual([{ value: 2 }]);
}, 60_000);

test.concurrent('work under a lock keeps it for longer than a connection may stand still', async ({
  expect,
}) => {
  await using it = await world();
  const over = Promise.withResolvers<void>();
  const working = withLock(it.db, 'ticket', () => over.promise);
  await sql`select pg_sleep(14)`.execute(it.other);
  expect(await withLock(it.other, 'ticket', () => answer('b'))).toEqual({ busy: true });
  over.resolve();
  expect(await working).toMatchObject({ busy: false });
}, 60_000);

test.concurrent('statements for which a pool is asked by itself, as by the library of jobs, fail after seconds as well, and whoever listens hears of it', async ({
  expect,
}) => {
  const database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const pool = createPool(gate.url, { max: 4 });
  const listening = await pool.connect();
  const lost = new Promise((resolve) => listening.once('error', resolve));
  await listening.query('listen news');
  const one = () => pool.query('select pg_sleep(0.2)').then(() => 'answered', away);
  expect(await Promise.all([one(), one(), one()])).toEqual(['answered', 'answered', 'answered']);
  gate.vanish();
  const { value, seconds } = await secondsOf(one);
  expect(value).toBe('away');
  expect(seconds).toBeLessThan(12);
  const next = await secondsOf(() => Promise.all([one(), one(), one()]));
  expect(next.value).toEqual(['answered', 'answered', 'answered']);
  expect(next.seconds).toBeLessThan(3);
  const heard = await secondsOf(() => lost);
  expect(heard.seconds).toBeLessThan(12);
  listening.release(true);
  await pool.end();
  await database.drop();
}, 60_000);

test.concurrent('what is read slowly from a connection of its own is read to its end', async ({ expect }) => {
  const database = await createTestDatabase();
  const bytes = await withOwnConnection({ connectionString: database.url }, async (client) => {
    const rows = client.query(
      copyTo(`copy (select repeat('x', 1000) from generate_series(1, 30000)) to stdout`),
    );
    let read = 0;
    for await (const piece of rows as AsyncIterable<Buffer>) {
      if (!read) await sleep(14_000);
      read += piece.length;
    }
    return read;
  });
  expect(bytes).toBe(30_000 * 1_001);
  await database.drop();
}, 60_000);

test.concurrent('connections that were lost leave their places at the server, however often', async ({
  expect,
}) => {
  const database = await createTestDatabase();
  const admin = createDb(createPool(database.url, { max: 1 }));
  const role = `few_${randomUUID().slice(0, 8)}`;
  await sql.raw(`create role ${role} login password 'x' connection limit 7`).execute(admin);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'x';
  await using gate = await gateTo(url.href);
  const one = () => sql`select pg_sleep(0.2)`.execute(gate.db).then(() => 'answered', away);
  const all = () => Promise.all([one(), one(), one(), one(), one()]);
  const answered = ['answered', 'answered', 'answered', 'answered', 'answered'];
  expect(await all()).toEqual(answered);
  for (let times = 2; times > 0; times -= 1) {
    gate.vanish();
    expect(await one()).toBe('away');
    await sleep(500);
    expect(await all()).toEqual(answered);
  }
  await gate.db.destroy();
  await vi.waitFor(() => sql.raw(`drop role ${role}`).execute(admin));
  await admin.destroy();
  await database.drop();
}, 60_000);

test.concurrent('a connection whose first statement is swallowed gives its place in the pool back', async ({
  expect,
}) => {
  const database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const pool = createPool(gate.url, { max: 1 });
  gate.vanishAt('pg_backend_pid');
  const one = () => pool.query('select').then(() => 'answered', away);
  const first = await secondsOf(one);
  expect(first.value).toBe('away');
  expect(first.seconds).toBeLessThan(15);
  expect(await one()).toBe('answered');
  await pool.end();
  await database.drop();
}, 60_000);

test.concurrent('a server that does not say what its sessions do is waited for', async ({ expect }) => {
  const database = await createTestDatabase();
  const admin = createDb(createPool(database.url, { max: 1 }));
  await sql
    .raw(`alter database "${new URL(database.url).pathname.slice(1)}" set track_activities = off`)
    .execute(admin);
  const pool = createPool(database.url, { max: 1 });
  expect((await pool.query('select pg_sleep(14)')).rows).toHaveLength(1);
  await pool.end();
  await admin.destroy();
  await database.drop();
}, 60_000);
