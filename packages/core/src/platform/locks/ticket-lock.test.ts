import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createDb, createPool, type Db } from '../db/db.ts';
import { DatabaseSlowError, withCaller } from '../db/patience.ts';
import { inTurn, unlocked, withLock } from './ticket-lock.ts';

// PostgreSQL says so of each connection that is ended here.
allowWarning(/terminating connection due to administrator command/);

async function world({ max = 3 } = {}) {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max }));
  const other = createDb(createPool(database.url, { max: 3 }));
  return {
    url: database.url,
    db,
    other,
    /** Ends all other connections to the database, as a failover does. */
    cut: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db),
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), other.destroy()]);
      await database.drop();
    },
  };
}

const answer = async (value: string) => value;

/** In a call of the API. */
const as = <T>(person_id: string, work: () => Promise<T>, ms = 4_000) => withCaller({ ms, person_id }, work);

test('a lock whose connection breaks while long work goes on keeps nobody else from locking', async () => {
  await using it = await world();
  const long = Promise.withResolvers<void>();
  const working = withLock(it.db, 'long', () => long.promise);
  expect(await withLock(it.db, 'before', () => answer('a'))).toEqual({ busy: false, value: 'a' });
  await it.cut();
  // By now the pool knows which of its connections are broken.
  await vi.waitFor(() => sql`select 1`.execute(it.db));
  const [b, c] = await Promise.all([
    withLock(it.db, 'b', () => answer('b')),
    withLock(it.db, 'c', () => answer('c')),
  ]);
  expect([b, c]).toEqual([
    { busy: false, value: 'b' },
    { busy: false, value: 'c' },
  ]);
  long.resolve();
  expect(await working).toMatchObject({ busy: false });
  // Locks of the connection that came after are held.
  const letGo = await holding(it.db, 'b');
  expect(await withLock(it.other, 'b', () => answer('b'))).toEqual({ busy: true });
  await letGo();
  expect(await withLock(it.other, 'b', () => answer('b'))).toEqual({ busy: false, value: 'b' });
});

test('after a break between two locks the next one is taken', async () => {
  await using it = await world();
  expect(await withLock(it.db, 'a', () => answer('a'))).toEqual({ busy: false, value: 'a' });
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing = withLock(it.db, 'a', async () => {
    begun.resolve();
    await first.promise;
    throw new Error('the work failed');
  });
  await begun.promise;
  expect(await withLock(it.other, 'a', () => answer('a'))).toEqual({ busy: true });
  await it.cut();
  first.resolve();
  await expect(failing).rejects.toThrow('the work failed');
  // The pool may not have heard yet which of its connections are broken.
  const next = () => withLock(it.db, 'a', () => answer('a'));
  await vi.waitFor(async () => expect(await next()).toEqual({ busy: false, value: 'a' }));
});

test('a database that is away fails whoever locks, and is asked anew by the next', async () => {
  await using it = await world();
  const gone = createDb(createPool('postgres://nobody@127.0.0.1:1/nothing', { max: 1 }));
  await expect(withLock(gone, 'a', () => answer('a'))).rejects.toThrow('ECONNREFUSED');
  await expect(withLock(gone, 'a', () => answer('a'))).rejects.toThrow('ECONNREFUSED');
  await gone.destroy();
  expect(await withLock(it.db, 'a', () => answer('a'))).toEqual({ busy: false, value: 'a' });
});

/** Holds a connection for each call that a person may have at once. */
async function holdAllOf(db: Db, person_id: string) {
  const over = Promise.withResolvers<void>();
  const calls = Array.from({ length: 4 }, () => {
    const has = Promise.withResolvers<void>();
    const hold = () => {
      has.resolve();
      return over.promise;
    };
    return { has: has.promise, ended: as(person_id, () => db.connection().execute(hold)) };
  });
  const letGo = async () => {
    over.resolve();
    await Promise.allSettled(calls.map(({ ended }) => ended));
  };
  try {
    await Promise.all(calls.map(({ has, ended }) => Promise.race([has, ended])));
  } catch (error) {
    await letGo();
    throw error;
  }
  return { [Symbol.asyncDispose]: letGo };
}

test('the connection for locks waits for no call of whoever happens to lock first', async () => {
  await using it = await world({ max: 10 });
  await using _calls = await holdAllOf(it.db, 'busy');
  const [first, other] = await Promise.all([
    as('busy', () => withLock(it.db, 'first', () => answer('a'))),
    as('other', () => withLock(it.db, 'other', () => answer('b'))),
  ]);
  expect([first, other]).toEqual([
    { busy: false, value: 'a' },
    { busy: false, value: 'b' },
  ]);
});

test('the connection for locks takes no place of whoever opened it', async () => {
  await using it = await world({ max: 10 });
  const long = Promise.withResolvers<void>();
  const first = as('first', () => withLock(it.db, 'first', () => answer('a')));
  const working = as('other', () => withLock(it.db, 'long', () => long.promise));
  try {
    expect(await first).toEqual({ busy: false, value: 'a' });
    await using _calls = await holdAllOf(it.db, 'first');
  } finally {
    long.resolve();
    await working;
  }
});

/** Work under a lock that goes on until it is ended. */
async function holding(db: Db, key: string) {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const done = withLock(db, key, () => {
    begun.resolve();
    return over.promise;
  });
  await begun.promise;
  return async () => {
    over.resolve();
    expect(await done).toMatchObject({ busy: false });
  };
}

/** One way to the database that can be made to hang, and another one that cannot. */
async function hangingWorld() {
  const it = await world();
  const gate = await gateTo(it.url);
  return {
    db: gate.db,
    other: it.other,
    hang: gate.hang,
    replace: gate.replace,
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await it[Symbol.asyncDispose]();
    },
  };
}

test('a lock that comes when its caller has given up is let go, whatever work goes on beside it', async () => {
  await using it = await hangingWorld();
  const endLong = await holding(it.db, 'long');
  const goOn = it.hang();
  const late = as('a', () => withLock(it.db, 'late', () => answer('a')), 500);
  await expect(late).rejects.toThrow(DatabaseSlowError);
  goOn();
  await expect.poll(() => withLock(it.other, 'late', () => answer('b'))).toEqual({ busy: false, value: 'b' });
  // And the lock of the work beside it is still held.
  expect(await withLock(it.other, 'long', () => answer('b'))).toEqual({ busy: true });
  await endLong();
});

test('a lock that cannot be let go in time is let go later, whatever work goes on beside it', async () => {
  await using it = await hangingWorld();
  const endLong = await holding(it.db, 'long');
  const endShort = await as('a', () => holding(it.db, 'short'), 1_000);
  const goOn = it.hang();
  // What was done is done.
  await endShort();
  goOn();
  expect(await inTurn(it.db, 'short', () => answer('b'))).toBe('b');
  expect(await withLock(it.other, 'short', () => answer('b'))).toEqual({ busy: false, value: 'b' });
  expect(await withLock(it.other, 'long', () => answer('b'))).toEqual({ busy: true });
  await endLong();
});

test('a connection that hangs under the locks of others is kept for them, and the next lock is taken over another', async () => {
  await using it = await hangingWorld();
  const endLong = await holding(it.db, 'long');
  const goOn = it.hang();
  await expect(as('a', () => withLock(it.db, 'late', () => answer('a')))).rejects.toThrow(DatabaseSlowError);
  const next = withLock(it.db, 'next', () => answer('b'));
  goOn();
  expect(await next).toEqual({ busy: false, value: 'b' });
  await expect.poll(() => withLock(it.other, 'late', () => answer('b'))).toEqual({ busy: false, value: 'b' });
  expect(await withLock(it.other, 'long', () => answer('b'))).toEqual({ busy: true });
  await endLong();
});

test('a connection that hangs under no lock is replaced while those who wait for it wait', async () => {
  await using it = await hangingWorld();
  expect(await withLock(it.db, 'a', () => answer('a'))).toEqual({ busy: false, value: 'a' });
  it.replace();
  expect(await as('a', () => withLock(it.db, 'a', () => answer('b')))).toEqual({ busy: false, value: 'b' });
});

test('when the database hangs, each who waits for a lock hears within their own patience', async () => {
  await using it = await hangingWorld();
  const endLong = await holding(it.db, 'long');
  const goOn = it.hang();
  const heard = async (key: string, ms: number) => {
    const began = performance.now();
    await expect(as('a', () => withLock(it.db, key, () => answer('a')), ms)).rejects.toThrow(
      DatabaseSlowError,
    );
    return (performance.now() - began) / ms;
  };
  // For the same key, those with little patience come after one with more.
  const keys = ['a', 'same', 'same', 'b', 'same', 'c', 'same'];
  const took = await Promise.all(keys.map((key, index) => heard(key, index === 1 ? 5_000 : 2_000)));
  for (const times of took) expect(times).toBeLessThan(1.5);
  goOn();
  expect(await withLock(it.db, 'same', () => answer('b'))).toEqual({ busy: false, value: 'b' });
  await endLong();
});

test('work under a lock may last longer than the patience of those who wait for it', async () => {
  await using it = await world();
  const endLong = await holding(it.db, 'a');
  const next = as('a', () => withLock(it.db, 'a', () => answer('a')), 1_000);
  expect(await Promise.race([next, sleep(2_500).then(() => 'waits')])).toBe('waits');
  await endLong();
  expect(await next).toEqual({ busy: false, value: 'a' });
});

test('the connection that held locks, or got none, may stand still once the pool has it again', async () => {
  await using it = await world({ max: 1 });
  const endOther = await holding(it.other, 'a');
  expect(await withLock(it.db, 'a', () => answer('a'))).toEqual({ busy: true });
  const show = () => sql`show idle_session_timeout`.execute(it.db);
  expect((await show()).rows).toEqual([{ idle_session_timeout: '0' }]);
  await endOther();
  expect(await withLock(it.db, 'a', () => answer('a'))).toEqual({ busy: false, value: 'a' });
  expect((await show()).rows).toEqual([{ idle_session_timeout: '0' }]);
});

test('where the connection of a lock ends while work goes on, the lock is held again', async () => {
  await using it = await world();
  const long = Promise.withResolvers<void>();
  const working = withLock(it.db, 'long', () => long.promise);
  await vi.waitFor(async () => expect(await isHeld(it, 'long')).toBe(true));
  for (let ends = 0; ends < 2; ends += 1) {
    await it.cut();
    await vi.waitFor(async () => expect(await isHeld(it, 'long')).toBe(true), {
      timeout: 5_000,
      interval: 5,
    });
    expect(await withLock(it.other, 'long', () => answer('other'))).toEqual({ busy: true });
  }
  long.resolve();
  await working;
  expect(await withLock(it.other, 'long', () => answer('other'))).toEqual({ busy: false, value: 'other' });
});

test('a lock that is held again only once its work is over is let go', async () => {
  await using it = await world();
  const long = Promise.withResolvers<void>();
  const working = withLock(it.db, 'long', () => long.promise);
  await vi.waitFor(async () => expect(await isHeld(it, 'long')).toBe(true));
  await it.cut();
  long.resolve();
  await working;
  await vi.waitFor(async () =>
    expect(await withLock(it.other, 'long', () => answer('other'))).toEqual({ busy: false, value: 'other' }),
  );
  await sleep(500);
  expect(await isHeld(it, 'long')).toBe(false);
});

async function isHeld({ other }: { other: Db }, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`select ${unlocked('', sql.val(key))} as is_free`.execute(
    other,
  );
  return rows[0]?.is_free === false;
}
