/** Upgrades of an older program's data by today's: undisturbed, and killed at many moments. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill as killByPid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../packages/core/src/platform/db/embedded/connection.ts';
import { root } from './checkouts.ts';
import {
  backupsOf,
  databaseProcess,
  holdings,
  type Installation,
  runningDatabase,
  type Yard,
} from './installation.ts';
import { countOf, type Kept, lostBetween } from './kept.ts';
import { type Running, start } from './program.ts';

/** One line of the table that is printed in the end. */
export interface Round {
  data: string;
  what: string;
  came_of_it: string;
  faults: string[];
}

const migrations = join(root, 'packages/core/src/platform/db/migrations');
const begun = 'a backup is made before the database is upgraded';
const made = 'the backup is made; upgrading';
const upgraded = 'The database is upgraded';
const reused = 'an earlier try of this upgrade has made the backup';

/** How long each part of an upgrade takes that nobody disturbs. */
export interface Times {
  backup: number;
  migrations: number;
  start: number;
}

/** Older data that lies still, with what is in it. */
export interface OlderData {
  name: string;
  /** The program that made it. */
  dir: string;
  installation: Installation;
  kept: Kept;
}

export async function undisturbed(yard: Yard, older: OlderData): Promise<{ round: Round; times: Times }> {
  const here = await yard.copy(older.installation);
  try {
    const program = start(root, here);
    const at: number[] = [];
    for (const line of [begun, made, upgraded]) {
      await program.logs(line);
      at.push(performance.now());
    }
    await program.ready;
    const [first = 0, second = 0, third = 0] = at;
    const times = {
      backup: second - first,
      migrations: third - second,
      start: performance.now() - third,
    };
    await program.stop();
    const { rows, faults } = await compared(yard, older, here);
    const took = Object.entries(times).map(([part, ms]) => `${part} ${Math.round(ms)} ms`);
    const round = {
      data: older.name,
      what: 'undisturbed',
      came_of_it: `${rows}; ${took.join(', ')}`,
      faults,
    };
    return { round, times };
  } finally {
    await yard.remove(here);
  }
}

interface Moment {
  part: keyof Times | 'ready';
  /** Of that part. */
  share: number;
}

export const moments: Moment[] = [
  ...[0.1, 0.5, 0.9].map((share) => ({ part: 'backup' as const, share })),
  ...[0, 0.3, 0.6, 0.95].map((share) => ({ part: 'migrations' as const, share })),
  ...[0.05, 0.6].map((share) => ({ part: 'start' as const, share })),
  { part: 'ready', share: 0 },
];

/** `power`: the database that lies in the folder ends in the same moment. */
export async function killed(
  yard: Yard,
  older: OlderData,
  { part, share }: Moment,
  { times, power }: { times: Times; power: boolean },
): Promise<Round> {
  const here = await yard.copy(older.installation);
  try {
    const program = start(root, here);
    let during = `${Math.round(share * 100)} % of ${part}`;
    if (part === 'ready') await program.ready;
    else if (part === 'migrations') {
      await program.logs(made);
      during = (await untilMigration(here, older, share)) ?? during;
    } else {
      await program.logs({ backup: begun, start: upgraded }[part]);
      await sleep(times[part] * share);
    }
    const database = power ? databaseProcess(here) : undefined;
    const ended = program.kill();
    if (database) killByPid(database, 'SIGKILL');
    await ended;
    const reached = whereIs(program);
    const left = backupsOf(here);
    const again = start(root, here);
    await again.ready;
    const went_on = again.logged().includes(reused)
      ? 'used the backup again'
      : again.logged().includes(begun)
        ? 'made a backup'
        : 'had nothing to upgrade';
    await again.stop();
    const { rows, faults } = await compared(yard, older, here);
    const backups = backupsOf(here);
    if (backups.whole.length !== 1) faults.push(`${backups.whole.length} whole backups`);
    if (backups.left.length) faults.push(`half backups older than ten minutes: ${backups.left.join(' ')}`);
    if (left.whole.some((name) => !backups.whole.includes(name))) faults.push('the backup was removed');
    return {
      data: older.name,
      what: `${power ? 'power cut' : 'kill -9'} at ${during}`,
      came_of_it: `${reached}; the next start ${went_on}${backups.half.length ? ' beside the half one' : ''}; ${rows}`,
      faults,
    };
  } finally {
    await yard.remove(here);
  }
}

/** Waits until a share of the migrations has run, and returns the one that runs then; undefined when all have. */
async function untilMigration(here: Installation, { kept }: OlderData, share: number) {
  const names = readdirSync(migrations)
    .toSorted()
    .filter((name) => Number(name.slice(0, 4)) > kept.schema);
  const beginnings = names.map((name) => readFileSync(join(migrations, name), 'utf8').slice(0, 200));
  const wanted = Math.floor(share * names.length);
  return withClient((await runningDatabase(here)) ?? '', async (client) => {
    for (;;) {
      const { rows } = await client.query<{ query: string; isIdle: boolean }>(
        `select query, state = 'idle' as "isIdle" from pg_stat_activity
         where application_name = 'tickets migrate' and datname = current_database()`,
      );
      const [at] = rows;
      if (!at || (at.isIdle && /^commit/i.test(at.query))) return undefined;
      const index = beginnings.findIndex((text) => at.query.startsWith(text));
      if (index >= wanted) return names[index];
      await sleep(1);
    }
  });
}

function whereIs({ logged }: Running): string {
  const log = logged();
  if (log.includes('"msg":"ready"')) return 'it was ready';
  if (log.includes(upgraded)) return 'the schema was new';
  if (log.includes(made)) return 'the schema was being changed';
  return 'the backup was half';
}

async function compared(yard: Yard, { kept }: OlderData, here: Installation) {
  const after = await holdings(yard, here);
  const faults = lostBetween(kept, after, { running: true });
  return {
    rows: `${countOf(kept)} rows and ${kept.files.size} files before, ${countOf(after)} rows after`,
    faults,
  };
}
