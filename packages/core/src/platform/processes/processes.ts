import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../db/db.ts';

/** How a process of this installation describes itself to the others. */
export interface ProcessEntry {
  /** A UUID, made at each start. */
  process_id: string;
  /** Its work: `api`, `bot`, `jobs`. */
  roles: readonly string[];
  version: string;
  /** Name of its machine or container. */
  host: string;
  /** Hashes of what all processes have to share, by name. */
  fingerprint: Readonly<Record<string, string>>;
}

export interface HeartbeatTimes {
  /** How long an entry counts after it was last renewed. */
  valid_ms: number;
  renew_ms: number;
}

export const heartbeatTimes: HeartbeatTimes = { valid_ms: 15_000, renew_ms: 5_000 };

export interface Heartbeat {
  /** Renews the entry now, because what it says has changed. */
  beat(): Promise<void>;
  /** What all processes that run now can do together. */
  installation(): Promise<Installation>;
  stop(): Promise<void>;
}

/**
 * Keeps the entry of this process alive, by the database's clock, until it is stopped; then it is removed. While the
 * database is away it goes on trying.
 */
export function startHeartbeat(
  db: Db,
  me: ProcessEntry,
  {
    bot_state,
    log,
    times = heartbeatTimes,
  }: {
    /** Of this process's part of the program's own bot; null without the role bot. */
    bot_state: () => string | null;
    log: Logger;
    times?: HeartbeatTimes;
  },
): Heartbeat {
  const stopping = new AbortController();
  const beat = () => writeProcess(db, me, { bot_state: bot_state(), valid_ms: times.valid_ms });
  let isWritten = true;
  const tryToBeat = () =>
    beat().then(
      () => {
        isWritten = true;
      },
      (err: unknown) => {
        if (isWritten) log.warn({ err }, 'other processes cannot see that this one runs');
        isWritten = false;
      },
    );
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tryToBeat();
      await sleep(times.renew_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined); // ended by stop()
    }
  }
  const running = run();
  return {
    beat: tryToBeat,
    async installation() {
      const others = (await readProcesses(db)).filter(({ process_id }) => process_id !== me.process_id);
      return installationOf([...others, { ...me, bot_state: bot_state() }]);
    },
    async stop() {
      stopping.abort();
      await running;
      await db.deleteFrom('processes').where('process_id', '=', me.process_id).execute();
    },
  };
}

async function writeProcess(
  db: Db,
  { process_id, roles, version, host, fingerprint }: ProcessEntry,
  { bot_state, valid_ms }: { bot_state: string | null; valid_ms: number },
): Promise<void> {
  await sql`
    with dead as (delete from processes where until < clock_timestamp() - interval '1 hour')
    insert into processes (process_id, roles, version, host, bot_state, fingerprint, until)
    values (${process_id}, ${roles}, ${version}, ${host}, ${bot_state}, ${JSON.stringify(fingerprint)},
      clock_timestamp() + ${valid_ms} * interval '1 millisecond')
    on conflict (process_id) do update set bot_state = excluded.bot_state, until = excluded.until`.execute(
    db,
  );
}

/** In a database that this process started no other process runs. */
export async function forgetAllProcesses(db: Db): Promise<void> {
  await db.deleteFrom('processes').execute();
}

export interface LiveProcess extends ProcessEntry {
  bot_state: string | null;
}

export async function readProcesses(db: Db): Promise<LiveProcess[]> {
  const { rows } = await sql<LiveProcess>`
    select process_id, roles, version, host, bot_state, fingerprint from processes
    where until > clock_timestamp() order by started_at`.execute(db);
  return rows;
}

/** Whether an installation can do its whole work, as all its processes together say. */
export interface Installation {
  /** The state of the program's own bot; `missing` where no process runs bots. */
  bot: string;
  /** `missing`: no process does what is due: jobs, timers, what Discord has to follow. */
  jobs: 'ready' | 'missing';
}

/** From the worst: what keeps a bot out is not hidden by a process whose shards are connected. */
const botStates = ['token_refused', 'intents_refused', 'connecting', 'reconnecting', 'ready'];

export function installationOf(processes: readonly LiveProcess[]): Installation {
  const states = processes.flatMap(({ bot_state }) => bot_state ?? []);
  const worst = botStates.find((state) => states.includes(state));
  return {
    bot: worst ?? (states.length ? 'connecting' : 'missing'),
    jobs: processes.some(({ roles }) => roles.includes('jobs')) ? 'ready' : 'missing',
  };
}
