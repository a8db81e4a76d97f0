import type { Socket } from 'node:net';
import pg from 'pg';
import { isAway } from './outage.ts';

/** From when on an answer is late, and how often late ones are looked for, in milliseconds. */
const lateMs = 3_000;
/** For the connection that looks, and for each of its answers. */
const lookMsMax = 5_000;

/** A statement without an answer. */
interface Asked {
  since: number;
  /** What had come on the connection when the server was last seen not to work for it. */
  bytesWhenIdle?: number;
}

interface Backend {
  pid: number;
  /** Whether it works on a statement, and not merely on getting rid of its answer. */
  is_working: boolean;
}

const known = new WeakMap<pg.ClientBase, { pid: number; since: number }>();

/** Which process of the server a connection leads to. A pooler between tells its clients another one. */
export function noteBackend(client: pg.ClientBase, pid: number): void {
  known.set(client, { pid, since: performance.now() });
}

/**
 * Notices dead connections: those that swallow what is sent without an error, as when a firewall has lost its state. The operating
 * system gives up on one after 15 minutes, which Node cannot shorten. So when an answer is late, the server is asked over a new
 * connection what it is doing. If it is idle on the old one twice in a row although an answer is due, that connection is closed, and
 * the statement fails as when the server stops. If the server cannot be asked, nothing is known, and everybody waits.
 */
export class LostConnections {
  readonly #config: pg.ClientConfig;
  readonly #asked = new Map<pg.ClientBase, Asked>();
  #looking: NodeJS.Timeout | undefined;
  #lostAt = 0;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Whether a connection is older than one that led nowhere, so that it may do so, too. */
  isDoubtful(client: pg.ClientBase): boolean {
    return (known.get(client)?.since ?? 0) < this.#lostAt;
  }

  async watch<T>(client: pg.ClientBase, answer: Promise<T>): Promise<T> {
    const asked = { since: performance.now() };
    this.#asked.set(client, asked);
    this.#looking ??= setTimeout(() => void this.#look(), lateMs).unref();
    try {
      return await answer;
    } finally {
      if (this.#asked.get(client) === asked) this.#asked.delete(client);
    }
  }

  async #look(): Promise<void> {
    const late = [...this.#asked].filter(([, { since }]) => performance.now() - since >= lateMs);
    const backends = late.length ? await this.#backendsOf(late.map(([client]) => client)) : undefined;
    if (backends) for (const [client, asked] of late) this.#judge(client, asked, backends);
    this.#looking = this.#asked.size ? setTimeout(() => void this.#look(), lateMs).unref() : undefined;
  }

  #judge(client: pg.ClientBase, asked: Asked, backends: ReadonlyMap<number, Backend>): void {
    const pid = known.get(client)?.pid;
    if (pid === undefined || this.#asked.get(client) !== asked) return;
    const socket = socketOf(client);
    if (backends.get(pid)?.is_working) delete asked.bytesWhenIdle;
    else if (asked.bytesWhenIdle !== socket.bytesRead) asked.bytesWhenIdle = socket.bytesRead;
    else {
      this.#lostAt = performance.now();
      socket.destroy();
    }
  }

  /** Undefined where the server does not answer. */
  async #backendsOf(clients: pg.ClientBase[]): Promise<Map<number, Backend> | undefined> {
    const asking = new pg.Client({
      ...this.#config,
      connectionTimeoutMillis: lookMsMax,
      query_timeout: lookMsMax,
    });
    asking.on('error', () => undefined); // the statement that fails says so
    try {
      await asking.connect();
      const { rows } = await asking.query<Backend>(
        `select pid, state in ('active', 'fastpath function call') and wait_event is distinct from 'ClientWrite' as is_working
         from pg_stat_activity where pid = any($1)`,
        [clients.flatMap((client) => known.get(client)?.pid ?? [])],
      );
      return new Map(rows.map((backend) => [backend.pid, backend]));
    } catch (error) {
      // An outage is told by the statements that wait. Anything else would leave dead connections unnoticed.
      if (!isAway(error)) process.emitWarning(String(error), 'LostConnectionsWarning');
      return undefined;
    } finally {
      void asking.end().catch(() => undefined); // it is broken already
    }
  }
}

/** pg has it, its types do not. */
const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
