import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { databaseGuest } from '@tickets/testkit/database/database-guest';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDb, createPool, type Db, onOutage, poolFigures } from './db.ts';
import { withClient } from './embedded/connection.ts';
import { inPlaceOfAnother } from './fewer-connections.ts';
import { isAway, toldOfDatabase } from './outage.ts';
import {
  type Caller,
  CallerGoneError,
  DatabaseSlowError,
  DatabaseUnreachableError,
  withCaller,
  withPatience,
} from './patience.ts';
import type { Outage } from './pool-figures.ts';
import { StatementNames } from './prepared.ts';

// What fails here on purpose is reported.
allowDatabaseError(/0A000: cached plan must not change result type/);

async function oneConnection(url: string) {
  const db = createDb(createPool(url, { max: 1 }));
  return { db, [Symbol.asyncDispose]: () => db.destroy() };
}

test('what is asked often is prepared, with other values each time', async () => {
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  for (let n = 1; n <= 5; n += 1) {
    const { rows } = await sql<{ twice: number }>`select ${n}::int * 2 as twice`.execute(one.db);
    expect(rows).toEqual([{ twice: n * 2 }]);
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    one.db,
  );
  expect(rows.map(({ statement }) => statement)).toEqual(['select $1::int * 2 as twice']);
});

test('a migration under a running program does not break what was prepared before it', async () => {
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  const read = () => one.db.selectFrom('bot_staff').selectAll().execute();
  await one.db.insertInto('bot_staff').values({ user_id: '1' }).execute();
  for (let n = 1; n <= 4; n += 1) await read();
  await sql`alter table bot_staff add column since date`.execute(database.db);
  expect(await read()).toEqual([{ user_id: '1', since: null }]);
  expect(await read()).toEqual([{ user_id: '1', since: null }]);
});

test('statements that are never the same do not fill a connection', () => {
  const names = new StatementNames();
  const name = (n: number) => {
    names.of(`select ${n}`);
    names.of(`select ${n}`);
    return names.of(`select ${n}`);
  };
  const named = Array.from({ length: 1000 }, (_, n) => name(n)).filter(Boolean);
  expect(named.length).toBeLessThan(500);
  expect(names.of('begin') ?? names.of('begin') ?? names.of('begin')).toBeUndefined();
});

test('a statement ends a little after the server would have ended it, and the next one has another connection', async () => {
  await using database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const db = createDb(createPool(gate.url, { max: 1, statementMsMax: 500 }));
  const outages: (Outage | undefined)[] = [];
  onOutage(db, (now) => outages.push(now));
  const ask = () => sql`select 1`.execute(db);
  await ask();
  gate.replace();
  // Nobody who waits for it, so that no patience ends.
  await expect(ask()).rejects.toThrow(DatabaseUnreachableError);
  expect(outages).toEqual([expect.objectContaining({ cause: expect.any(DatabaseUnreachableError) })]);
  await ask();
  expect(outages.at(-1)).toBeUndefined();
  await db.destroy();
}, 20_000);

test('the server ends a statement before the client does', async () => {
  await using database = await createTestDatabase();
  allowDatabaseError(/57014: canceling statement due to statement timeout/);
  const db = createDb(createPool(database.url, { max: 1, statementMsMax: 500 }));
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  await db.destroy();
});

/** Asks for somebody who leaves a moment after that. */
async function askAndLeave(work: () => Promise<unknown>, more: Partial<Caller> = {}): Promise<void> {
  const leaving = new AbortController();
  const asked = withCaller({ ms: 5_000, gone: leaving.signal, ...more }, work);
  setTimeout(() => leaving.abort(), 10);
  await expect(asked).rejects.toThrow(CallerGoneError);
}

test('whoever leaves while a short statement runs costs no connection, unless that holds keys', async () => {
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  const connection = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db)).rows[0]?.pid;
  const before = await connection();
  await askAndLeave(() => sql`select pg_sleep(0.08)`.execute(one.db));
  expect(await connection()).toBe(before);
  await askAndLeave(() => sql`select pg_sleep(30)`.execute(one.db));
  expect(await connection()).not.toBe(before);
  const key = sql`select pg_advisory_lock(7), pg_sleep(1)`;
  await askAndLeave(() => key.execute(one.db), { ends_at_once: true });
  const again = sql`select pg_try_advisory_lock(7) as got`;
  await vi.waitFor(async () => expect((await again.execute(database.db)).rows).toEqual([{ got: true }]));
});

test('nothing of a transaction stays whose caller leaves in the middle', async () => {
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  await askAndLeave(() =>
    one.db.transaction().execute(async (trx) => {
      await trx.insertInto('bot_staff').values({ user_id: '1' }).execute();
      await sql`select pg_sleep(0.03)`.execute(trx);
      await trx.insertInto('bot_staff').values({ user_id: '2' }).execute();
    }),
  );
  expect(await one.db.selectFrom('bot_staff').selectAll().execute()).toEqual([]);
  expect((await sql`select pg_current_xact_id_if_assigned() as id`.execute(one.db)).rows).toEqual([
    { id: null },
  ]);
});

test('a transaction whose caller leaves while it begins is nobody else’s', async () => {
  await using database = await createTestDatabase();
  await using gate = await gateTo(database.url);
  const db = createDb(createPool(gate.url, { max: 1 }));
  await sql`select 1`.execute(db);
  const leaving = new AbortController();
  const goOn = gate.hang();
  const asked = withCaller({ ms: 5_000, gone: leaving.signal }, () =>
    db.transaction().execute(async () => undefined),
  );
  const refused = expect(asked).rejects.toThrow(CallerGoneError);
  await sleep(10);
  leaving.abort();
  goOn();
  await refused;
  await db.insertInto('bot_staff').values({ user_id: '1' }).execute();
  expect(await database.db.selectFrom('bot_staff').selectAll().execute()).toHaveLength(1);
  await db.destroy();
});

test('whoever gets no connection in time is told that the database is slow where it answers others, and away where it does not', async () => {
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  const waitFor = (asked: number) =>
    one.db.connection().execute(async (holding) => {
      const began = performance.now();
      const waiting = withPatience(200, () => sql`select 1`.execute(one.db)).then(
        () => undefined,
        (error: unknown) => error,
      );
      for (let n = 0; n < asked; n += 1) await sql`select pg_sleep(0.05)`.execute(holding);
      const error = await waiting;
      expect(performance.now() - began).toBeGreaterThan(190);
      return error;
    });
  expect(await waitFor(5)).toBeInstanceOf(DatabaseSlowError);
  const away = await waitFor(0);
  expect(away).toBeInstanceOf(DatabaseUnreachableError);
  expect(away).not.toBeInstanceOf(DatabaseSlowError);
});

test('transactions are what the program is written for, whatever the database has as its default', async () => {
  await using database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await using one = await oneConnection(database.url);
  await sql`alter database ${sql.id(name)} set default_transaction_isolation = serializable`.execute(one.db);
  await using other = await oneConnection(database.url);
  const { rows } = await sql`select current_setting('transaction_isolation') as isolation`.execute(other.db);
  expect(rows).toEqual([{ isolation: 'read committed' }]);
});

test('calls wait for the connections that there are, where the server gives no more', async () => {
  await using database = await createTestDatabase();
  await using guest = await databaseGuest(database.url);
  await guest.admin(`alter role ${guest.name} connection limit 3`);
  allowDatabaseError(/53300: too many connections for role/);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const db = createDb(createPool(guest.url, { max: 10 }));
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  const ask = () => withPatience(5_000, () => sql`select pg_sleep(0.05)`.execute(db));
  await ask();
  const asked = await Promise.allSettled(Array.from({ length: 60 }, ask));
  expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(poolFigures(db)).toMatchObject({ max: 3 });
  expect(warned.mock.calls).toEqual([
    [expect.stringContaining('gives fewer connections'), 'ConnectionsWarning'],
  ]);
});

test('calls wait for the connections that there are, where the server refuses whoever connects now; without any, that is an outage', async () => {
  await using database = await createTestDatabase();
  await using guest = await databaseGuest(database.url);
  allowDatabaseError(/28000: role .* is not permitted to log in|57P01: terminating connection/);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const pool = createPool(guest.url, { max: 10 });
  const db = createDb(pool);
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  const ask = () => withPatience(5_000, () => sql`select pg_sleep(0.05)`.execute(db));
  await ask();
  await guest.admin(`alter role ${guest.name} nologin`);
  const asked = await Promise.allSettled(Array.from({ length: 20 }, ask));
  expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(warned.mock.calls).toEqual([
    [expect.stringContaining('refuses new connections'), 'ConnectionsWarning'],
  ]);
  const told: unknown[] = [];
  onOutage(db, (now) => told.push(now?.kind));
  await guest.admin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${guest.name}'`);
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(toldOfDatabase(await ask().catch((thrown: unknown) => thrown))?.code).toBe('service.database_down');
  expect(isAway(error)).toBe(true);
  expect(told).toEqual(['away']);
  await guest.admin(`alter role ${guest.name} login`);
  await ask();
  expect(told).toEqual(['away', undefined]);
});

test('whoever waits gets a new connection once the server gives more, though nobody gives theirs back', async () => {
  await using database = await createTestDatabase();
  await using guest = await databaseGuest(database.url);
  await guest.admin(`alter role ${guest.name} connection limit 1`);
  allowDatabaseError(/53300: too many connections for role/);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const db = createDb(createPool(guest.url, { max: 10 }));
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    const asked = sql`select 2 as answer`.execute(db);
    await sleep(500);
    await guest.admin(`alter role ${guest.name} connection limit 3`);
    expect((await asked).rows).toEqual([{ answer: 2 }]);
  });
}, 15_000);

/** A pool of ten where the server gives fewer, of which two are held for as long as the program runs. */
async function narrowPool(url: string, limit: number) {
  const guest = await databaseGuest(url);
  await guest.admin(`alter role ${guest.name} connection limit ${limit}`);
  allowDatabaseError(/53300: too many connections for role/);
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const pool = createPool(guest.url, { max: 10 });
  const db = createDb(pool);
  const held = [await pool.connect(), await pool.connect()];
  return {
    guest,
    db,
    options: pool.options,
    ask: () => withPatience(5_000, () => sql`select pg_sleep(0.05)`.execute(db)),
    async [Symbol.asyncDispose]() {
      for (const client of held) client.release();
      await db.destroy();
      await guest[Symbol.asyncDispose]();
      warned.mockRestore();
    },
  };
}

test('the job runner and the locks, which hold a connection each, leave calls those that remain', async () => {
  await using database = await createTestDatabase();
  await using narrow = await narrowPool(database.url, 4);
  for (let round = 0; round < 5; round += 1) {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, narrow.ask));
    expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test.each(['at rest', 'under load'])(
  'the bot has a connection in place of one of a pool %s that holds all which the server gives',
  async (how) => {
    await using database = await createTestDatabase();
    await using narrow = await narrowPool(database.url, 6);
    const asked = async () => Promise.allSettled(Array.from({ length: 20 }, narrow.ask));
    await asked();
    const load = how === 'under load' ? asked() : Promise.resolve([]);
    const urgent = createDb(createPool(narrow.guest.url, { max: 2 }));
    await using _ = { [Symbol.asyncDispose]: () => urgent.destroy() };
    const { rows } = await sql`select 1 as answer`.execute(urgent);
    expect(rows).toEqual([{ answer: 1 }]);
    expect((await load).filter(({ status }) => status === 'rejected')).toEqual([]);
  },
);

/** A pool whose ten connections are all that its user may have. `open`: how many there are. */
async function fullPool(url: string) {
  const narrow = await narrowPool(url, 10);
  const { name } = narrow.guest;
  const open = async () => {
    const { rows } = await narrow.guest.admin(
      `select count(*)::int as count from pg_stat_activity where usename = '${name}'`,
    );
    return rows[0]?.count as number;
  };
  await Promise.all(Array.from({ length: 8 }, narrow.ask));
  expect(await open()).toBe(10);
  return Object.assign(narrow, { open });
}

test('a pool gives up no more connections while somebody else gets their places', async () => {
  await using database = await createTestDatabase();
  await using narrow = await fullPool(database.url);
  const { url } = narrow.guest;
  const theirs: pg.Client[] = [];
  // Somebody takes each place that there is, just before.
  const late = () =>
    inPlaceOfAnother(url, async () => {
      for (;;) {
        const client = new pg.Client(url);
        await client.connect();
        theirs.push(client);
      }
    });
  await expect(Promise.all([late(), late()])).rejects.toThrow('too many connections');
  await expect(late()).rejects.toThrow('too many connections');
  // Two at once had one given up each.
  expect(theirs).toHaveLength(2);
  for (const client of theirs) await client.end();
  expect(await inPlaceOfAnother(url, () => withClient(url, async () => 'there'))).toBe('there');
}, 20_000);

test('a pool gives up as many connections as keep the bot from its own, where its user may have fewer than before', async () => {
  await using database = await createTestDatabase();
  await using narrow = await fullPool(database.url);
  const { name, url, admin } = narrow.guest;
  await admin(`alter role ${name} connection limit 7`);
  expect(await inPlaceOfAnother(url, () => withClient(url, async () => 'there'))).toBe('there');
  await vi.waitFor(async () => expect(await narrow.open()).toBe(6));
});

test('a pool keeps the connections that it has where more are refused', async () => {
  await using database = await createTestDatabase();
  await using narrow = await narrowPool(database.url, 6);
  const pids = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where usename = ${narrow.guest.name} order by pid`.execute(
      database.db,
    );
    return rows.map(({ pid }) => pid);
  };
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  const held = Array.from({ length: 4 }, () => narrow.db.connection().execute(() => refused));
  await vi.waitFor(async () => expect(await pids()).toHaveLength(6));
  const before = await pids();
  // Some are given back between the first refusal and those that are still on their way.
  let { max } = narrow.options;
  Object.defineProperty(narrow.options, 'max', {
    get: () => max,
    set(next: number) {
      max = next;
      resolve();
    },
  });
  await Promise.all([...held, ...Array.from({ length: 4 }, narrow.ask)]);
  expect(await pids()).toEqual(before);
});

test('a server that gives no connection at all is away', async () => {
  await using database = await createTestDatabase();
  await using guest = await databaseGuest(database.url);
  await guest.admin(`alter role ${guest.name} connection limit 0`);
  allowDatabaseError(/53300: too many connections for role/);
  const db = createDb(createPool(guest.url, { max: 10 }));
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => sql`select 1`.execute(db)));
  expect(asked.every(({ status }) => status === 'rejected')).toBe(true);
  await guest.admin(`alter role ${guest.name} connection limit 3`);
  await sql`select 1`.execute(db);
});

test('a session that stays read-only when the database takes changes again is given up', async () => {
  allowDatabaseError(/25006: cannot execute/);
  await using database = await createTestDatabase();
  await using one = await oneConnection(database.url);
  await sql`create table kept (n int)`.execute(one.db);
  await sql`set default_transaction_read_only = on`.execute(one.db);
  const write = () =>
    sql`insert into kept values (1)`.execute(one.db).then(
      () => 'written',
      () => 'refused',
    );
  expect([await write(), await write()]).toEqual(['refused', 'refused']);
  await sleep(5_100);
  expect([await write(), await write()]).toEqual(['refused', 'written']);
  await sql`drop table kept`.execute(one.db);
}, 20_000);

test('once a younger session may change what an older one may not, all older ones are given up', async () => {
  allowDatabaseError(/25006: cannot execute/);
  await using database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 3 }));
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  await sql`create table kept (n int)`.execute(db);
  const insert = (one: Db) => sql`insert into kept values (1)`.execute(one);
  await db.connection().execute(async (older) => {
    await sql`set default_transaction_read_only = on`.execute(older);
    await db.connection().execute(async (alsoOlder) => {
      await sql`set default_transaction_read_only = on`.execute(alsoOlder);
      // It began later, as one that leads to another server does.
      await db.connection().execute(async (younger) => {
        await expect(insert(older)).rejects.toThrow('read-only');
        await insert(younger);
      });
    });
  });
  await Promise.all([insert(db), insert(db), insert(db)]);
  await sql`drop table kept`.execute(db);
});

test('a session that began before the younger one is given up also where it was first used for jobs', async () => {
  allowDatabaseError(/25006: cannot execute/);
  await using database = await createTestDatabase();
  const pool = createPool(database.url, { max: 3 });
  const db = createDb(pool);
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() };
  await sql`create table kept (n int)`.execute(db);
  const insert = (one: Db) => sql`insert into kept values (1)`.execute(one);
  await db.connection().execute(async (older) => {
    await sql`set default_transaction_read_only = on`.execute(older);
    const ofJobs = await pool.connect();
    await ofJobs.query('set default_transaction_read_only = on');
    await db.connection().execute(async (younger) => {
      await expect(insert(older)).rejects.toThrow('read-only');
      await insert(younger);
    });
    ofJobs.release();
    // The pool gives the one that came back last.
    await insert(db);
  });
  await sql`drop table kept`.execute(db);
});
