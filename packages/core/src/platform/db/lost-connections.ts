import type { Socket } from 'node:net';
import pg from 'pg';
import { hasNoPlace, isAway } from './outage.ts';

/** An answer is late when nothing has come for so long, in milliseconds. As often late ones are looked for. */
const lateMs = 3_000;
/** For the connection that looks, and for each of its answers. */
const lookMsMax = 5_000;
/** For the first answer on a connection: until then nobody knows its session, so that it cannot be asked for. */
const firstAnswerMsMax = 10_000;

/** Settings of every session of ours, whatever the server, the database or the user has by default. */
const everySession = {
  // So that PostgreSQL notices within half a minute, and not after two hours, that nobody is at the other end of a session.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // A schema that is called like the user would come first. Backups, and new keys for what is sealed, go by this name.
  search_path: 'public',
  // As the driver reads times.
  datestyle: 'ISO',
  timezone: 'UTC',
};

/** A session for ever: numbers of processes come again. In seconds, because a date is written as each session's settings say. */
const session = `pid || ' ' || extract(epoch from backend_start)`;

const doubtful = new WeakSet<pg.ClientBase>();

/** Whether a connection stood still when another one was found to lead nowhere, so that it may do so, too. */
export const isDoubtful = (client: pg.ClientBase): boolean => doubtful.has(client);

interface Watched {
  session: string;
  /** Nobody uses it: it lies in its pool. */
  isResting: boolean;
  /** What had come on it when it was last seen to owe an answer. */
  bytes?: number | undefined;
  /** What had come on it when the server was last seen not to work for it. */
  bytesWhenIdle?: number;
}

/**
 * Notices dead connections: those that swallow what is sent without an error, as when a firewall has lost its state. The operating
 * system gives up on one after 15 minutes, which Node cannot shorten. So when an answer is late, the server is asked over a new
 * connection what it is doing. If it is idle on the old one twice in a row although an answer is due, that connection is closed, and
 * the statement fails as when the server stops. If the server cannot be asked, nothing is known, and everybody waits.
 */
export class LostConnections {
  readonly #config: pg.ClientConfig;
  readonly #watched = new Map<pg.ClientBase, Watched>();
  #looking: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** From its first statement on, which makes these settings for its session. */
  async watch(client: pg.ClientBase, settings: Record<string, string> = {}): Promise<void> {
    const wanted = { ...everySession, ...settings };
    // Not among the parameters of a connection's start, which a pooler between may refuse. It also tells its clients another process.
    const first = {
      text: `select ${session} as session,
          (select count(set_config(name, value, false)) from unnest($1::text[], $2::text[]) as wanted (name, value))
        from pg_stat_get_activity(pg_backend_pid())`,
      values: [Object.keys(wanted), Object.values(wanted)],
      query_timeout: firstAnswerMsMax,
    };
    const { rows } = await client.query<{ session: string }>(first);
    for (const row of rows) this.#watched.set(client, { session: row.session, isResting: false });
    client.once('end', () => this.#watched.delete(client));
    this.#lookLater();
  }

  /** Whether it lies in its pool, where nobody uses it. */
  rests(client: pg.ClientBase, isResting: boolean): void {
    const watched = this.#watched.get(client);
    if (watched) watched.isResting = isResting;
  }

  #lookLater(): void {
    this.#looking ??= setTimeout(() => void this.#look(), lateMs).unref();
  }

  async #look(): Promise<void> {
    const late = [...this.#watched].filter(isLate);
    if (late.length) await this.#askFor(late);
    this.#looking = undefined;
    if (this.#watched.size) this.#lookLater();
  }

  async #askFor(late: [pg.ClientBase, Watched][]): Promise<void> {
    const asking = new pg.Client({
      ...this.#config,
      connectionTimeoutMillis: lookMsMax,
      query_timeout: lookMsMax,
    });
    asking.on('error', () => undefined); // the statement that fails says so
    try {
      await asking.connect();
      // One that works on nothing but getting rid of its answer is idle. Where sessions do not tell what they do, none is.
      const { rows } = await asking.query<{ session: string }>(
        `select ${session} as session from pg_stat_activity
         where ${session} = any($1) and state not like 'idle%' and wait_event is distinct from 'ClientWrite'`,
        [late.map(([, { session }]) => session)],
      );
      const working = new Set(rows.map(({ session }) => session));
      const dead = late.filter(([client, watched]) => leadsNowhere(client, watched, working));
      if (!dead.length) return;
      const ended = [...dead, ...this.#doubt()];
      for (const [client] of ended) socketOf(client).destroy();
      // The server has not noticed, and would keep their places and locks.
      await asking.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${session} = any($1)`,
        [ended.map(([, { session }]) => session)],
      );
    } catch (error) {
      // An outage is told by the statements that wait. Anything else would leave dead connections unnoticed.
      if (!isAway(error) || hasNoPlace(error)) process.emitWarning(String(error), 'LostConnectionsWarning');
    } finally {
      void asking.end().catch(() => undefined); // it is broken already
    }
  }

  /** Returns those that nobody misses. The others are asked for a word, so that they owe an answer. */
  #doubt(): [pg.ClientBase, Watched][] {
    const still = [...this.#watched].filter(([client]) => !owesAnswer(client));
    for (const [client, { isResting }] of still) {
      doubtful.add(client);
      if (!isResting) client.query('').catch(() => undefined); // whoever uses it hears of it
    }
    return still.filter(([, { isResting }]) => isResting);
  }
}

function isLate([client, watched]: [pg.ClientBase, Watched]): boolean {
  const { bytesRead, readableLength } = socketOf(client);
  const before = watched.bytes;
  // While there is something to read, the server waits for us: what a backup reads is written somewhere, which takes its time.
  watched.bytes = owesAnswer(client) && !readableLength ? bytesRead : undefined;
  return watched.bytes !== undefined && watched.bytes === before;
}

function leadsNowhere(client: pg.ClientBase, watched: Watched, working: ReadonlySet<string>): boolean {
  const { bytesRead } = socketOf(client);
  const before = watched.bytesWhenIdle;
  if (working.has(watched.session)) delete watched.bytesWhenIdle;
  else watched.bytesWhenIdle = bytesRead;
  return watched.bytesWhenIdle !== undefined && watched.bytesWhenIdle === before;
}

/** pg has it, its types do not. */
const owesAnswer = (client: pg.ClientBase) =>
  !(client as unknown as { readyForQuery: boolean }).readyForQuery;
export const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
