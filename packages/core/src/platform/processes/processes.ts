import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/db.ts';
import { withPatience } from '../db/patience.ts';
import { timersStandStill } from '../jobs/timers.ts';
import { warnUnlessOutage } from '../outages.ts';
import { StartupError } from '../startup-error.ts';
import { type Compared, differences, type Fingerprint } from './fingerprint.ts';

/** How a process of this installation describes itself to the others. */
export interface ProcessEntry {
  /** A UUID, made at each start. */
  process_id: string;
  /** Its work: `api`, `bot`, `jobs`. Nothing until it does it. */
  roles: readonly string[];
  version: string;
  /** Name of its machine or container. */
  host: string;
  /** What all processes have to share. An older version says nothing of it. */
  fingerprint: Partial<Fingerprint>;
}

export interface HeartbeatTimes {
  /** How long an entry counts after it was last renewed. */
  valid_ms: number;
  renew_ms: number;
}

export const heartbeatTimes: HeartbeatTimes = { valid_ms: 15_000, renew_ms: 5_000 };

export interface Heartbeat {
  /** From now on the others count on this process. */
  begin(): Promise<void>;
  /** Renews the entry now, because what it says has changed. */
  beat(): Promise<void>;
  /** What all processes that run now can do together. */
  installation(): Promise<Installation>;
  /** The others count on it no longer, while it still ends what it does. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

export interface Joining {
  process_id: string;
  roles: readonly string[];
  version: string;
  host: string;
  /** Asked with each renewal, because generated keys may change while the program runs. */
  fingerprint: () => Fingerprint;
  /** Of this process's part of the program's own bot; without the role bot null, or that Discord refuses the token. */
  bot_state: () => string | null;
}

/**
 * Enters this process among those of the installation and keeps its entry alive, by the database's clock, until it is stopped;
 * then it is removed. While the database is away it goes on trying. Throws a StartupError where a process that runs does not
 * share with it what all have to share.
 */
export async function joinInstallation(
  db: Db,
  me: Joining,
  { log, times = heartbeatTimes }: { log: Logger; times?: HeartbeatTimes },
): Promise<Heartbeat> {
  let isCounted = false;
  const work = (): Work =>
    isCounted ? { roles: me.roles, bot_state: me.bot_state() } : { roles: [], bot_state: null };
  const { process_id, version, host } = me;
  const entry = () => ({ process_id, version, host, fingerprint: me.fingerprint(), ...work() });
  const write = async (on: Db = db) => writeProcess(on, entry(), times.valid_ms);
  await enter(me.fingerprint, { look: () => enterBeside(db, me.fingerprint(), write), log, times });

  const stopping = new AbortController();
  // What comes later than this renews nothing, and the next try may find a connection that leads to the database.
  const beat = () =>
    withPatience(times.valid_ms, () => write()).catch((err: unknown) =>
      warnUnlessOutage(log, err, 'other processes cannot see that this one runs'),
    );
  async function run(): Promise<void> {
    for (;;) {
      await sleep(times.renew_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined); // ended by stop()
      if (stopping.signal.aborted) return;
      await beat();
    }
  }
  const running = run();
  const count = (counted: boolean) => {
    isCounted = counted;
    return beat();
  };
  return {
    begin: () => count(true),
    beat,
    async installation() {
      const others = (await readProcesses(db)).filter((one) => one.process_id !== process_id);
      return installationOf([...others, work()], { timersStill: await timersStandStill(db) });
    },
    end: () => count(false),
    async stop() {
      stopping.abort();
      await running;
      await db.deleteFrom('processes').where('process_id', '=', process_id).execute();
    },
  };
}

/**
 * For one that is none of the processes of this database, or not yet: throws where it would write what those that run cannot
 * read. It only reads, and a schema of any age.
 */
export function requireFit(
  client: pg.ClientBase,
  fingerprint: () => Compared,
  { log, times = heartbeatTimes }: { log: Logger; times?: HeartbeatTimes },
): Promise<void> {
  const look = async () => unfitFor(fingerprint(), await readAnyProcesses(client));
  return enter(fingerprint, { look, log, times });
}

/** How often it is looked whether a process that does not fit has gone. */
const LOOKS = 10;

/**
 * One that was killed leaves an entry for some seconds, and one that runs may not have said yet that its keys changed. So only
 * an entry that is renewed, and still does not fit, is a reason not to start.
 */
async function enter(
  fingerprint: () => Compared,
  { look, log, times }: { look: () => Promise<SeenProcess[]>; log: Logger; times: HeartbeatTimes },
): Promise<void> {
  const firstSeen = new Map<string, number>();
  const giveUpAt = performance.now() + 2 * times.valid_ms;
  for (;;) {
    const others = await look();
    if (!others.length) return;
    const isLate = performance.now() > giveUpAt;
    const one = others.find(({ process_id, until }) => {
      const before = firstSeen.get(process_id);
      return isLate || (before !== undefined && before !== until.getTime());
    });
    if (one) throw new StartupError(doesNotFit(fingerprint(), one));
    if (!firstSeen.size)
      log.warn(
        { others: others.map(inWords) },
        'a process that uses this database does not share all that it has to; waiting to see whether it still runs',
      );
    for (const { process_id, until } of others)
      if (!firstSeen.has(process_id)) firstSeen.set(process_id, until.getTime());
    await sleep(times.renew_ms / LOOKS);
  }
}

type SeenProcess = LiveProcess & { until: Date };

const unfitFor = (mine: Compared, others: SeenProcess[]) =>
  others.filter(({ fingerprint }) => differences(mine, fingerprint).length);

/** Writes the entry, or returns the processes beside which it cannot stand. Of two that come at once the second sees the first. */
function enterBeside(db: Db, mine: Compared, write: (tx: Db) => Promise<void>): Promise<SeenProcess[]> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table processes in share row exclusive mode`.execute(tx);
    const unfit = unfitFor(mine, await readProcesses(tx));
    if (!unfit.length) await write(tx);
    return unfit;
  });
}

/** For people. */
export const inWords = ({ roles, host, version }: LiveProcess) =>
  `${roles.join(', ') || 'starting'} on ${host}, version ${version}`;

function doesNotFit(mine: Compared, other: LiveProcess): string {
  return (
    `Another process that uses this database (${inWords(other)}) has ${differences(mine, other.fingerprint).join('; and ')}. ` +
    'All processes of one database have to share these: correct this one, or, to change them for all, stop every process before you start the first.'
  );
}

async function writeProcess(
  db: Db,
  { process_id, roles, version, host, fingerprint, bot_state }: LiveProcess,
  valid_ms: number,
): Promise<void> {
  await sql`
    with dead as (delete from processes where until < clock_timestamp() - interval '1 hour')
    insert into processes (process_id, roles, version, host, bot_state, fingerprint, until)
    values (${process_id}, ${roles}, ${version}, ${host}, ${bot_state}, ${JSON.stringify(fingerprint)},
      clock_timestamp() + ${valid_ms} * interval '1 millisecond')
    on conflict (process_id) do update set roles = excluded.roles, bot_state = excluded.bot_state,
      fingerprint = excluded.fingerprint, until = excluded.until`.execute(db);
}

/** In a database that this process started no other process runs. */
export async function forgetAllProcesses(db: Db): Promise<void> {
  await db.deleteFrom('processes').execute();
}

export interface LiveProcess extends ProcessEntry {
  bot_state: string | null;
}

export async function readProcesses(db: Db): Promise<SeenProcess[]> {
  const { rows } = await sql<SeenProcess>`
    select process_id, roles, version, host, bot_state, fingerprint, until from processes
    where until > clock_timestamp() order by started_at`.execute(db);
  return rows;
}

/** The same in a schema of any age: nothing where it has no such table, and only the columns that it has. */
export async function readAnyProcesses(client: pg.ClientBase): Promise<SeenProcess[]> {
  const { rows: found } = await client.query<{ name: string | null }>(
    "select to_regclass('public.processes') as name",
  );
  if (!found[0]?.name) return [];
  const { rows } = await client.query<SeenProcess>(
    'select * from public.processes where until > clock_timestamp() order by started_at',
  );
  return rows;
}

/** Whether an installation can do its whole work, as all its processes together say. */
export interface Installation {
  /** The state of the program's own bot; `missing` where no process runs bots. */
  bot: string;
  /** `missing`: no process does what is due: jobs, timers, what Discord has to follow. `interrupted`: timers stand still all the same. */
  jobs: 'ready' | 'missing' | 'interrupted';
}

/**
 * From the worst: what keeps a bot out is not hidden by a process whose shards are connected. A refused token is, because it is
 * that of one process where another has got in; it hands its connections over.
 */
const botStates = [
  'token_refused',
  'intents_refused',
  'disconnected',
  'incomplete',
  'connecting',
  'reconnecting',
  'ready',
];

type Work = Pick<LiveProcess, 'roles' | 'bot_state'>;

export function installationOf(processes: readonly Work[], { timersStill = false } = {}): Installation {
  const all = processes.flatMap(({ bot_state }) => bot_state ?? []);
  const isIn = all.some((state) => state === 'ready' || state === 'incomplete' || state === 'reconnecting');
  const states = isIn ? all.filter((state) => state !== 'token_refused') : all;
  const worst = botStates.find((state) => states.includes(state));
  const hasJobs = processes.some(({ roles }) => roles.includes('jobs'));
  return {
    bot: worst ?? (states.length ? 'connecting' : 'missing'),
    jobs: !hasJobs ? 'missing' : timersStill ? 'interrupted' : 'ready',
  };
}
