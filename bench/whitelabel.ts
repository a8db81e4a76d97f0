/**
 * Many bots in one process: 200 of users beside the program's own, how soon all serve, what each costs in memory, and that
 * none identifies sooner than Discord allows, also when the process starts again at once. Then one bot of 16 shards in 3,000
 * servers of 50 channels. Discord is this process, PostgreSQL another; what is measured is the process that runs the bots.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer } from '../packages/core/src/platform/crypto/seal.ts';
import { createDb, createPool, type Db } from '../packages/core/src/platform/db/db.ts';
import { requiredPermissions } from '../packages/core/src/platform/discord/bot-permissions.ts';
import { type Discord, startDiscord } from '../packages/discord-sim/src/start.ts';
import type { SimApplication } from '../packages/discord-sim/src/world/entities.ts';
import { installBot } from '../packages/discord-sim/src/world/guilds.ts';
import { addUsersBot } from '../packages/testkit/src/bots/users-bot.ts';
import { startProgramProcess } from '../packages/testkit/src/outside/program.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, report } from './report.ts';

const BOTS = 200;
/** What a process takes that has run a few is not what one bot costs. */
const FEW = 20;
const SERVERS_EACH = 2;
const SHARDS = 16;
const SERVERS = 3_000;
const CHANNELS = 50;
/** Discord's window, in which one shard of a bot may identify where `max_concurrency` is 1. */
const WINDOW_S = 5;
const SETTLE_MS = 15_000;
const main = join(import.meta.dirname, '../apps/tickets/src/main.ts');
const sealing_key = 'the benchmark seals with this and nothing else does';

interface Stage {
  sim: Discord;
  db: Db;
  application: SimApplication;
  start(): ReturnType<typeof startProgramProcess>;
}

async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  await using database = await startBenchDatabase();
  const sim = await startDiscord();
  const application = sim.world.addApplication({ name: 'Tickets' });
  const db = createDb(createPool(database.url, { max: 4 }));
  try {
    return await work({
      sim,
      db,
      application,
      start: () =>
        startProgramProcess({
          main,
          args: ['--roles', 'bot'],
          node_args: ['--max-semi-space-size=2'],
          database_url: database.url,
          data_dir: database.data_dir,
          sim,
          application,
          env: {
            NODE_COMPILE_CACHE: join(database.data_dir, 'code'),
            SECRET_KEYS: sealing_key,
          },
        }),
    });
  } finally {
    await db.destroy();
    await sim.close();
  }
}

function addServer(
  { sim: { world } }: Stage,
  applicationId: string,
  channels: number,
  { owner_id = world.addUser({}).id, created_at }: { owner_id?: string; created_at?: number } = {},
): void {
  world.transact(() => {
    const guild = world.addGuild({ owner_id, ...(created_at && { created_at }) });
    installBot(world, { guildId: guild.id, applicationId, permissions: requiredPermissions });
    for (let n = 0; n < channels; n += 1) world.addChannel({ guild_id: guild.id, name: `channel-${n}` });
  });
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function until(what: string, isSo: () => Promise<boolean>, within_s = 600): Promise<void> {
  for (const end = performance.now() + within_s * 1000; !(await isSo()); await sleep(100))
    if (performance.now() > end) throw new Error(`${what} did not come`);
}

const seconds = (since: number) => (performance.now() - since) / 1000;

/** How soon so many users' bots serve, and what the process weighs then. */
async function measureUsersBots(count: number) {
  return onStage(async (stage) => {
    const { sim, db, application, start } = stage;
    addServer(stage, application.id, 5);
    const sealer = createSealer([sealing_key]);
    for (let n = 0; n < count; n += 1) {
      const owner_id = sim.world.addUser({}).id;
      const own = await addUsersBot({ db, sealer }, sim, { name: `Bot ${n}`, user_id: owner_id });
      for (let m = 0; m < SERVERS_EACH; m += 1) addServer(stage, own.application.id, 10, { owner_id });
    }
    const allServe = async () => {
      const { n } = await db
        .selectFrom('whitelabel_bots')
        .where('state', '=', 'ready')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n) === count && sim.gateway.connected === count + 1;
    };
    const begun = performance.now();
    const first = start();
    await first.ready;
    await until('all bots', allServe);
    const serve_s = seconds(begun);
    await sleep(SETTLE_MS);
    const mib = await residentMib(first.pid);
    await first.stop();
    const begunAgain = performance.now();
    const again = start();
    await again.ready;
    await until('all bots again', allServe);
    const again_s = seconds(begunAgain);
    await again.stop();
    return { serve_s, again_s, mib, too_fast: sim.gateway.tooFast.length };
  });
}

async function measureLargeBot() {
  return onStage(async (stage) => {
    const { sim, db, application, start } = stage;
    sim.world.sessionStarts.assignedTo.set(application.id, SHARDS);
    // Servers go to shards by the millisecond in which they were made.
    for (let n = 0; n < SERVERS; n += 1)
      addServer(stage, application.id, CHANNELS, { created_at: Date.UTC(2025, 0, 1) + n });
    const begun = performance.now();
    const program = start();
    let most = 0;
    await until('all shards', async () => {
      most = Math.max(most, await residentMib(program.pid).catch(() => 0));
      if (sim.gateway.shardsOf(application.id).length < SHARDS) return false;
      const { n } = await db
        .selectFrom('guild_channels')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n) >= SERVERS * CHANNELS;
    });
    const ready_s = seconds(begun);
    await sleep(SETTLE_MS);
    const mib = await residentMib(program.pid);
    await program.stop();
    return { ready_s, mib, most, too_fast: sim.gateway.tooFast.length };
  });
}

const few = await measureUsersBots(FEW);
const many = await measureUsersBots(BOTS);
const large = await measureLargeBot();
const kib = ((many.mib - few.mib) * 1024) / (BOTS - FEW);
report(
  'whitelabel',
  [
    atMost(`${BOTS} users' bots serve after a start`, many.serve_s, 's', 60),
    atMost('memory of one of them', kib, 'KiB', 512),
    atMost('memory of their process', many.mib, 'MiB', 350),
    atMost('all serve again after a restart at once', many.again_s, 's', 60),
    atMost('identified sooner than Discord allows', many.too_fast + large.too_fast, 'times', 0),
    atMost(
      `a bot of ${SHARDS} shards in ${SERVERS} servers is ready, against what Discord's pace takes alone`,
      large.ready_s / ((SHARDS - 1) * WINDOW_S),
      'times',
      1.5,
    ),
    atMost('memory of its process', large.mib, 'MiB', 250),
  ],
  { few, many, large },
);
