/**
 * Members of several servers press buttons, the program in a process of its own: how soon each press is acknowledged
 * at 100 a second, and how many a second are acknowledged when as many as possible press.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditResources } from '../packages/contract/src/audit/codes.ts';
import { type BusyServers, setUpBusyServers } from '../packages/testkit/src/data/busy-servers.ts';
import { startProgramProcess } from '../packages/testkit/src/outside/program.ts';
import { startBenchDatabase } from './database.ts';
import { atLeast, atMost, percentile, report, round } from './report.ts';

const PER_SECOND = 100;
const SECONDS = Number(process.argv[2] ?? 30);
const SATURATION_SECONDS = 10;
const AT_ONCE = 64;

await using database = await startBenchDatabase();
// Many servers, because each takes only ten new tickets in half a minute; the other presses are refused, with a reason.
const world = await setUpBusyServers({ database_url: database.url, servers: 40, members: 25, staff: 1 });
const program = startProgramProcess({
  main: join(import.meta.dirname, '../apps/tickets/src/main.ts'),
  database_url: database.url,
  data_dir: database.data_dir,
  sim: world.sim,
  application: world.application,
});
try {
  await program.ready;
  for (const server of world.servers)
    await server.owner.eventually(() => world.panelOf(server), `the panel of ${server.name}`);
  const steady = await pressSteadily(world);
  const tickets = await countTickets(world);
  // What the presses caused is still being done for some seconds.
  await sleep(5000);
  const most = await pressAsFastAsPossible(world);
  report(
    'presses',
    [
      atMost(`presses acknowledged, p99 at ${PER_SECOND} a second`, percentile(steady.times, 99), 'ms', 300),
      atMost('presses without an acknowledgment in time', steady.failed + most.failed, 'presses', 0),
      atMost('entries in the audit log that presses wrote', await countEntries(world), 'entries', 0),
      atLeast('acknowledged presses a second at saturation', most.per_second, 'a second', PER_SECOND),
    ],
    { p50_ms: round(percentile(steady.times, 50)), presses: steady.times.length, tickets_opened: tickets },
  );
} finally {
  await program.kill();
  await world.close();
}

/** By the clock, whether the ones before were answered or not. */
async function pressSteadily(busy: BusyServers) {
  const started = performance.now();
  const presses: Promise<number | undefined>[] = [];
  for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
    const early = started + (n * 1000) / PER_SECOND - performance.now();
    if (early > 1) await sleep(early);
    presses.push(press(busy, n));
  }
  const answers = await Promise.all(presses);
  const times = answers.filter((ms) => ms !== undefined);
  return { times, failed: answers.length - times.length };
}

/** Some members who each press again as soon as they were answered. */
async function pressAsFastAsPossible(busy: BusyServers) {
  const until = performance.now() + SATURATION_SECONDS * 1000;
  let [n, acknowledged, failed] = [0, 0, 0];
  const member = async () => {
    while (performance.now() < until) {
      n += 1;
      if ((await press(busy, n)) === undefined) failed += 1;
      else acknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, member));
  return { per_second: acknowledged / SATURATION_SECONDS, failed };
}

async function countTickets({ db }: BusyServers): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .where('status', '=', 'open')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Without those of the program's start, by which all servers have premium. */
async function countEntries({ db }: BusyServers): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .where('resource', '<>', auditResources.premium)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Resolves with the milliseconds until Discord has the program's first word; undefined when that came too late. */
function press({ sim, servers, panelOf }: BusyServers, n: number): Promise<number | undefined> {
  const server = servers[n % servers.length];
  const member = server?.members[Math.floor(n / servers.length) % server.members.length];
  const panel = server && panelOf(server);
  if (!member || !panel) throw new Error('every server has members and a panel');
  const { world } = sim;
  const started = performance.now();
  const { id } = world.createInteraction({
    kind: 'component',
    user_id: member.id,
    channel_id: panel.channel_id,
    message_id: panel.id,
    custom_id: server.guild_id.padStart(30, 'p'),
  });
  return new Promise((resolve) => {
    const stop = world.listen(({ t }) => {
      if (t !== 'INTERACTION_SUCCESS' && t !== 'INTERACTION_FAILURE') return;
      const state = world.interactions.get(id)?.state;
      if (state === 'waiting') return;
      stop();
      resolve(state === 'failed' ? undefined : performance.now() - started);
    });
  });
}
