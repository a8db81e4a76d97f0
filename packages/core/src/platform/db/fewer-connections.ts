import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atMostEvery } from './at-most-every.ts';
import { hasNoPlace, refusesLogin } from './outage.ts';

/** After so long, more connections are asked for again. A transaction that waits for one must not have stood still for too long. */
const narrowMs = 6_000;
/** A pool keeps this many, whoever else needs one: the job runner and the locks hold one each for as long as they run. */
const keptByPool = 4;
/** How long to keep trying for the place that a pool gives up. */
const roomMs = 2_000;
const lookEveryMs = 50;
/** After a connection was given up and somebody else got its place, none is given up for so long; each time longer, up to a minute. */
const restMs = 10_000;
const restMsMax = 60_000;
const tellEveryMs = 600_000;

type Connect = () => Promise<pg.PoolClient>;
interface Narrowable {
  pool: pg.Pool;
  connect: Connect;
  /** The server gives fewer than it did: whoever gives a connection back closes it. */
  hasTooMany(): boolean;
  /** Closes one connection of the pool, or as many as keep another from its place. Returns false if it has none to spare. */
  giveUp(): Promise<boolean>;
}
/** By the options of a pool, which are the same for all to whom it is lent. */
const known = new Map<pg.PoolOptions, Narrowable>();

/**
 * Takes connections from a pool. Where the server gives fewer than the pool may have, as by the limit of its user or because others
 * have taken the rest, callers wait for those that there are: the pool would fail each call that finds none of them idle.
 */
export function connecting(pool: pg.Pool): Pick<Narrowable, 'connect' | 'hasTooMany'> {
  for (const [options, { pool }] of known) if (pool.ended) known.delete(options);
  const one = known.get(pool.options) ?? patiently(pool);
  known.set(pool.options, one);
  return one;
}

/** By address: until when no pool gives up a connection, because the last one was given up in vain. */
const resting = new Map<string, { until: number; ms: number }>();

/**
 * Connects to the server at `url`. If that has no connection left, a pool of this program closes one that it can spare: the bot and the
 * listener of events need few, and nothing works without them. Several may need one at once. Where others get what is given up, the
 * pool would soon have none, and so they wait for a place that becomes free.
 */
export async function inPlaceOfAnother<T>(url: string, connect: () => Promise<T>): Promise<T> {
  const until = performance.now() + roomMs;
  for (let is_made = false; ; ) {
    try {
      const connected = await connect();
      if (is_made) resting.delete(url);
      return connected;
    } catch (error) {
      if (!hasNoPlace(error)) throw error;
      const now = performance.now();
      if (now > until) {
        if (is_made) rest(url, now);
        throw error;
      }
      tell();
      if (!is_made && !((resting.get(url)?.until ?? 0) > now)) {
        is_made = await makeRoom(url);
        if (!is_made) throw error;
      }
    }
    await sleep(lookEveryMs);
  }
}

function rest(url: string, now: number): void {
  const before = resting.get(url);
  // Of several that were given up at once, one counts.
  if (before && before.until > now) return;
  const ms = before ? Math.min(before.ms * 2, restMsMax) : restMs;
  resting.set(url, { until: now + ms, ms });
}

/** How many connections have to be closed before the server gives another: several where the limit of its user was lowered since. */
async function inTheWay(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ many: number }>(`
    select (1 + count(*) - rolconnlimit)::int as many from pg_roles join pg_stat_activity on usesysid = pg_roles.oid
    where rolname = session_user and rolconnlimit >= 0 group by rolconnlimit`);
  return Math.max(1, rows[0]?.many ?? 1);
}

async function makeRoom(url: string): Promise<boolean> {
  for (const { pool, giveUp } of known.values())
    if (pool.options.connectionString === url && (await giveUp())) return true;
  return false;
}

const tell = atMostEvery(tellEveryMs, () =>
  process.emitWarning(
    'PostgreSQL gives fewer connections than this program uses under load. Allow more (max_connections, or the limit of its user).',
    'ConnectionsWarning',
  ),
);

const tellOfLogin = atMostEvery(tellEveryMs, (error: pg.DatabaseError) =>
  process.emitWarning(
    `PostgreSQL refuses new connections (${error.message}). The program goes on with those that it has, and cannot start again until that is mended.`,
    'ConnectionsWarning',
  ),
);

function patiently(pool: pg.Pool): Narrowable {
  const { max } = pool.options;
  // Neither those that are still being asked for, which may be refused, nor those that are being closed.
  const open = new Set<pg.PoolClient>();
  let widening: NodeJS.Timeout | undefined;
  const narrowTo = (connections: number) => {
    pool.options.max = connections;
    widening ??= setTimeout(() => void widen().catch(refused), narrowMs).unref();
  };
  pool.on('connect', (client) => {
    open.add(client);
    // It was asked for together with one that was refused before it was there.
    if (widening && open.size > pool.options.max) narrowTo(open.size);
  });
  pool.on('release', (destroy, client) => {
    if (destroy) open.delete(client);
  });
  pool.on('remove', (client) => {
    open.delete(client);
  });
  const widen = async () => {
    widening = undefined;
    pool.options.max = max;
    // The pool does not look at those who wait before somebody gives a connection back.
    if (pool.waitingCount) (await pool.connect()).release();
  };
  const refused = (error: unknown) => {
    // An outage is told by the statements that wait.
    if (open.size === 0) return;
    if (hasNoPlace(error) || refusesLogin(error)) narrow(error);
  };
  const narrow = (error: pg.DatabaseError) => {
    narrowTo(open.size);
    if (hasNoPlace(error)) tell();
    else tellOfLogin(error);
  };
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (!hasNoPlace(error) && !refusesLogin(error)) throw error;
      // Others that were asked for at the same time may be about to be there.
      for (let looked = 0; looked < 20 && open.size === 0 && pool.totalCount > 0; looked += 1)
        await sleep(50);
      const { connectionString } = pool.options;
      if (open.size === 0 && refusesLogin(error)) throw error;
      if (open.size === 0 && connectionString)
        return inPlaceOfAnother(connectionString, () => pool.connect());
      narrow(error);
      return connect();
    }
  }
  return {
    pool,
    connect,
    hasTooMany: () => open.size > pool.options.max,
    async giveUp() {
      if (pool.ended || open.size <= keptByPool) return false;
      narrowTo(open.size - 1);
      // One that is at work is given up when it rests: the pool has more than it may.
      if (pool.idleCount > 0) {
        const client = await pool.connect();
        try {
          narrowTo(Math.max(keptByPool, open.size - (await inTheWay(client))));
        } finally {
          client.release(true);
        }
      }
      while (pool.idleCount > 0 && open.size > pool.options.max) (await pool.connect()).release(true);
      return true;
    },
  };
}
