import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atMostEvery } from './at-most-every.ts';
import { hasNoPlace } from './outage.ts';

/** After so long, more connections are asked for again. A transaction that waits for one must not have stood still for too long. */
const narrowMs = 6_000;
/** For the listener of events, the bot's own pool and whatever else of this program asks the server by itself. */
const leftToOthers = 3;
const tellEveryMs = 600_000;

type Connect = () => Promise<pg.PoolClient>;
/** By the options of a pool, which are the same for all to whom it is lent. */
const known = new WeakMap<pg.PoolOptions, Connect>();

/**
 * Takes connections from a pool. Where the server gives fewer than the pool may have, as by the limit of its user or because others
 * have taken the rest, callers wait for those that there are: the pool would fail each call that finds none of them idle.
 */
export function connecting(pool: pg.Pool): Connect {
  const connect = known.get(pool.options) ?? patiently(pool);
  known.set(pool.options, connect);
  return connect;
}

function patiently(pool: pg.Pool): Connect {
  const { max } = pool.options;
  let open = 0;
  /** The most that were open since the server refused one; undefined while the pool may ask for all. */
  let given: number | undefined;
  const narrowTo = (connections: number) => {
    given = connections;
    pool.options.max = given - Math.min(leftToOthers, Math.floor(given / 2));
  };
  pool.on('connect', () => {
    open += 1;
    // It was asked for together with one that was refused before it was there.
    if (given !== undefined && open > given) narrowTo(open);
  });
  pool.on('remove', () => {
    open -= 1;
  });
  const tell = atMostEvery(tellEveryMs, () =>
    process.emitWarning(
      'PostgreSQL gives fewer connections than this program uses under load. Allow more (max_connections, or the limit of its user).',
      'ConnectionsWarning',
    ),
  );
  const widen = async () => {
    given = undefined;
    pool.options.max = max;
    // The pool does not look at those who wait before somebody gives a connection back.
    if (pool.waitingCount) (await pool.connect()).release();
  };
  const refused = (error: unknown) => {
    // An outage is told by the statements that wait.
    if (hasNoPlace(error) && open > 0) narrow();
  };
  const narrow = () => {
    if (given === undefined) setTimeout(() => void widen().catch(refused), narrowMs).unref();
    // Where none is on its way any more, the server gives fewer than it did.
    if (given === undefined || pool.totalCount === open) narrowTo(open);
    tell();
  };
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (!hasNoPlace(error)) throw error;
      // Others that were asked for at the same time may be about to be there.
      for (let looked = 0; looked < 20 && open === 0 && pool.totalCount > 0; looked += 1) await sleep(50);
      if (open === 0) throw error;
      narrow();
      return connect();
    }
  }
  return connect;
}
