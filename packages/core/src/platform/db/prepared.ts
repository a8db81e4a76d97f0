import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { cancelStatement } from './cancel.ts';
import { FairShare } from './fair-share.ts';
import { connecting } from './fewer-connections.ts';
import { isDoubtful } from './lost-connections.ts';
import { isReadOnly } from './outage.ts';
import {
  CallerGoneError,
  callerNow,
  DatabaseSlowError,
  DatabaseUnreachableError,
  inTime,
} from './patience.ts';
import type { PoolWatch } from './pool-figures.ts';

/** Each connection keeps what it prepared, so there is a bound. Statements are prepared when they come often. */
const statementsMax = 400;
const preparedAfter = 3;
/**
 * For how long a statement whose caller has left is waited for, in milliseconds. To give one up takes two connections: one to say so,
 * and one in place of its own.
 */
const lingerMs = 100;
/** A session may stay read-only when the database takes changes again. One that is younger says what the database does now. */
const readOnlyKeptMs = 5_000;

/** When sessions began, also of those that were first used by somebody who asks the pool itself, as the job runner does. */
const beginnings = new WeakMap<pg.PoolClient, number>();

export function noteBeginnings(pool: pg.Pool): void {
  pool.on('connect', (client) => beginnings.set(client, performance.now()));
}

/**
 * A pool whose statements are prepared by the server when they come again and again: planning one costs more than
 * running it. Statements that are written differently each time (lists of values) stay as they are.
 */
export function preparing(pool: pg.Pool, watch: PoolWatch, names = new StatementNames()): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  const takeover = new Takeover();
  const share = new FairShare();
  const { connect: take, hasTooMany } = connecting(pool);
  async function connect(): Promise<PostgresPoolClient> {
    const late = (client: pg.PoolClient) => client.release();
    const begun = performance.now();
    const client = await watch.waits(async () => {
      try {
        return await inTime(take(), DatabaseUnreachableError, { late });
      } catch (error) {
        // One who has waited for calls of their own has little patience left, and a new connection takes its time.
        const isThere = error instanceof DatabaseUnreachableError && watch.hasAnsweredSince(begun);
        throw isThere ? new DatabaseSlowError(error.message) : reached(error);
      }
    });
    const preparingClient =
      clients.get(client) ?? clientThatPrepares(client, { names, watch, takeover, hasTooMany });
    if (isDoubtful(client) || takeover.isOver(preparingClient.since)) {
      client.release(true);
      return connect();
    }
    clients.set(client, preparingClient);
    return preparingClient;
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const caller = callerNow();
      if (!caller) return connect();
      await share.take(caller);
      try {
        return leaving(await connect(), () => share.leave(caller));
      } catch (error) {
        share.leave(caller);
        throw error;
      }
    },
  };
}

/** A client for one who gives up their place with it. */
function leaving(client: PostgresPoolClient, leave: () => void): PostgresPoolClient {
  return {
    get processID() {
      return client.processID;
    },
    query: client.query,
    release(destroy) {
      client.release(destroy);
      leave();
    },
  };
}

/** What a database that takes no changes refuses, also where no row is found. */
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Notices when another server has taken over, as behind a proxy that keeps old connections open: an older session is refused a change,
 * and a younger one makes one. Every session that is older than this one then still leads to the former server.
 */
class Takeover {
  #refused = Number.POSITIVE_INFINITY;
  #at = Number.NEGATIVE_INFINITY;

  refuses(since: number): void {
    if (!this.isOver(since)) this.#refused = Math.min(this.#refused, since);
  }

  takesChanges(since: number): void {
    if (since <= this.#refused) return;
    this.#at = since;
    this.#refused = Number.POSITIVE_INFINITY;
  }

  isOver(since: number): boolean {
    return since < this.#at;
  }
}

interface PreparingClient extends PostgresPoolClient {
  /** When its session began. */
  since: number;
}

interface Surroundings {
  names: StatementNames;
  watch: PoolWatch;
  takeover: Takeover;
  hasTooMany: () => boolean;
}

function clientThatPrepares(
  client: pg.PoolClient,
  { names, watch, takeover, hasTooMany }: Surroundings,
): PreparingClient {
  // Set once a statement was given up: the connection may still be running it.
  let gone: DatabaseUnreachableError | CallerGoneError | undefined;
  let refusedChange = false;
  const since = beginnings.get(client) ?? performance.now();
  const gaveUp = (error: DatabaseUnreachableError | CallerGoneError) => {
    gone = error;
    cancelStatement(client);
  };
  const ask = async (query: pg.QueryConfig) => {
    const begun = performance.now();
    try {
      const answer = await inTime(client.query(query), DatabaseSlowError, {
        gaveUp,
        lingerMs,
      });
      watch.answered(begun);
      if (changing.has(answer.command)) {
        watch.changed(begun);
        takeover.takesChanges(since);
      }
      return answer;
    } catch (caught) {
      const error = reached(caught);
      watch.failed(error, begun);
      if (error instanceof DatabaseUnreachableError) gone = error;
      if (isReadOnly(error)) {
        refusedChange = true;
        takeover.refuses(since);
      }
      throw error;
    }
  };
  const isOutdated = () => refusedChange && performance.now() - since > readOnlyKeptMs;
  const run = async (text: string, values: readonly unknown[]) => {
    // It would wait behind the statement that got no answer.
    if (gone) throw gone;
    const name = names.of(text);
    try {
      return await ask({ ...(name && { name }), text, values: [...values] });
    } catch (error) {
      if (!name || !isStale(error)) throw error;
      // A migration changed what it answers. Inside a transaction this fails as well, and the next try is right.
      names.forget(text);
      return await ask({ text, values: [...values] });
    }
  };
  return {
    since,
    get processID() {
      return (client as { processID?: number }).processID; // pg has it, its types do not
    },
    // Kysely passes text, or a cursor where one was set up, which is not so here.
    query: run as unknown as PostgresPoolClient['query'],
    // A caller who left while a transaction was beginning never learnt that it did, and nobody ends it.
    release: (destroy) =>
      client.release(
        destroy || gone || isOutdated() || hasTooMany() || client.getTransactionStatus() !== 'I',
      ),
  };
}

/** Whatever pg throws that PostgreSQL did not say is about the connection, or a value that cannot be sent. */
function reached(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof TypeError || !(error instanceof Error))
    return error;
  if (error instanceof DatabaseUnreachableError || error instanceof CallerGoneError) return error;
  return new DatabaseUnreachableError(`The database cannot be reached: ${error.message}`, { cause: error });
}

/** Postgres: "cached plan must not change result type". */
const isStale = (error: unknown) =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';

/** Names by text, the same in all connections. */
export class StatementNames {
  readonly #max: number;
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #never = new Set<string>();

  constructor(max = statementsMax) {
    this.#max = max;
  }

  /** Undefined while a statement is to be sent as it is. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (
      name ||
      this.#names.size >= this.#max ||
      this.#never.has(text) ||
      !/^\s*(select|insert|update|delete|with)\b/i.test(text)
    )
      return name;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < preparedAfter) {
      if (this.#seen.size >= this.#max * 4) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const named = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    this.#names.set(text, named);
    return named;
  }

  /** It is not prepared again. */
  forget(text: string): void {
    this.#names.delete(text);
    this.#never.add(text);
  }
}
