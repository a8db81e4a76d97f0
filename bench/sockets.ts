/**
 * Ten thousand live sockets on one process, of two thousand members of staff in twenty servers, a thousand of them on
 * one ticket: what they cost, how soon a message that is written in Discord reaches them, and how they come back.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { setUpBusyServers } from '../packages/testkit/src/data/busy-servers.ts';
import { startBenchDatabase } from './database.ts';
import { type BusyTicket, givePremium, openTickets, signStaffIn } from './live/busy-tickets.ts';
import { Crowd } from './live/crowd.ts';
import { now, type Reader } from './live/frames.ts';
import { startBusyProgram } from './live/program.ts';
import { atMost, type Figure, percentile, report, round } from './report.ts';

const SOCKETS = Number(process.argv[2] ?? 10_000);
const SECONDS = Number(process.argv[3] ?? 60);
const ON_ONE_TICKET = SOCKETS / 10;
const SERVERS = 20;
const TICKETS_EACH = 10;
const PER_SECOND = 100;
/** Into the ticket that many watch. */
const CROWDED_PER_SECOND = 5;
const STALLED = 100;
const SETTLE_SECONDS = 10;

await using database = await startBenchDatabase();
const world = await setUpBusyServers({
  database_url: database.url,
  servers: SERVERS,
  members: 1,
  staff: SOCKETS / 100,
});
await givePremium(world);
const tickets = await openTickets(world, TICKETS_EACH);
const tokens = await Promise.all(world.servers.map((server) => signStaffIn(world, server)));
const [crowded, ...quiet] = tickets;
if (!crowded) throw new Error('there are tickets');
const readers = [
  ...Array.from({ length: ON_ONE_TICKET }, (_, n) => readerOf(crowded, n)),
  ...Array.from({ length: SOCKETS - ON_ONE_TICKET }, (_, n) => readerOf(quiet[n % quiet.length], n)),
].map((reader, n) => ({ ...reader, address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }));

const port = await freePort();
let program = start();
const crowd = new Crowd(4);
const figures: Figure[] = [];
try {
  await program.ready;
  await untilQuiet();
  const empty = await during(SECONDS);
  const used = await cpuSeconds(program.pid);
  crowd.connect(`http://127.0.0.1:${port}`, shuffled(readers));
  most('everybody was let in', await crowd.untilLive(SOCKETS), 's', 30);
  const let_in_cpu_s = round((await cpuSeconds(program.pid)) - used);
  await sleep(SETTLE_SECONDS * 1000);
  const idle = await during(SECONDS);
  most('memory of a socket', (idle.kb - empty.kb) / SOCKETS, 'KB', 30);
  most('processor while the sockets are open and nothing happens', idle.cpu, '% of a core', 10);
  most('database while they are', idle.statements, 'transactions a minute', 1000);
  await crowd.collect();

  const spread = await written(quiet, { per_second: PER_SECOND, seconds: Math.min(SECONDS, 20) });
  most(`delivery at ${PER_SECOND} messages a second, p99`, percentile(spread.delays, 99), 'ms', 1000);
  const many = await written([crowded], { per_second: CROWDED_PER_SECOND, seconds: 10 });
  most(`delivery to ${ON_ONE_TICKET} readers, p99`, percentile(many.delays, 99), 'ms', 1000);

  crowd.stall(crowded.path, STALLED);
  const before = await residentKb(program.pid);
  // Ten times what the system itself keeps for a reader.
  const stalled = await written([crowded], { per_second: 20, seconds: 20, padding: 3900 });
  const grown_mb = ((await residentKb(program.pid)) - before) / 1000;
  most(`memory that ${STALLED} readers who take nothing cost`, grown_mb, 'MB', 64);

  crowd.resume();
  // Anyone who was let go for taking nothing comes back.
  await crowd.untilLive(SOCKETS);
  await program.stop();
  for (const ticket of tickets) write(ticket);
  program = start();
  await program.ready;
  most('everybody was back after a restart', await crowd.untilLive(SOCKETS), 's', 30);
  const came_back_cpu_s = await cpuSeconds(program.pid);
  await sleep(2000);
  const after = await crowd.collect();
  const parts = [spread, many, stalled, after];
  const gaps = parts.reduce((total, part) => total + part.gaps, 0);
  most('messages lost, doubled or out of order', gaps, 'messages', 0);
  const refusals = parts.flatMap((part) => part.refusals);
  most('readers refused or cut off', refusals.length + spread.closed + many.closed, 'readers', 0);

  report('sockets', figures, {
    sockets: SOCKETS,
    p50_ms: round(percentile(spread.delays, 50)),
    crowded_p50_ms: round(percentile(many.delays, 50)),
    deliveries: spread.delays.length + many.delays.length,
    stalled_closed: stalled.closed,
    let_in_cpu_s,
    came_back_cpu_s,
    empty,
    idle,
    refusals: [...new Set(refusals)],
  });
} finally {
  crowd.end();
  await program.kill();
  await world.close();
}

/** Told at once as well, because the whole takes minutes. */
function most(name: string, value: number, unit: string, limit: number): void {
  console.error(`${name}: ${round(value)} ${unit}`);
  figures.push(atMost(name, value, unit, limit));
}

function readerOf(ticket: BusyTicket | undefined, n: number): Omit<Reader, 'address'> {
  const server = world.servers.findIndex(({ guild_id }) => guild_id === ticket?.guild_id);
  const of = tokens[server];
  const token = of?.[n % of.length];
  if (!ticket || !token) throw new Error('every server has staff');
  return { path: ticket.path, token };
}

/** Restarts are at the same address. */
function start() {
  return startBusyProgram(database, world, ['--port', String(port)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('it listens on TCP');
  return address.port;
}

function shuffled<T>(values: readonly T[]): T[] {
  const order = values.map((value) => ({ value, place: Math.random() }));
  return order.sort((a, b) => a.place - b.place).map(({ value }) => value);
}

function write(ticket: BusyTicket, padding = 0): void {
  const author = world.servers.find(({ guild_id }) => guild_id === ticket.guild_id)?.members[0];
  if (!author) throw new Error('every server has a member');
  world.sim.world.addMessage({
    channel_id: ticket.channel_id,
    author_id: author.id,
    content: `${now()} ${'x'.repeat(padding)}`,
  });
}

/** Messages by the clock, into these tickets in turns; what the readers measured. */
async function written(
  into: readonly BusyTicket[],
  { per_second, seconds, padding = 0 }: { per_second: number; seconds: number; padding?: number },
) {
  const started = performance.now();
  for (let n = 0; n < per_second * seconds; n += 1) {
    const early = started + (n * 1000) / per_second - performance.now();
    if (early > 1) await sleep(early);
    const ticket = into[n % into.length];
    if (ticket) write(ticket, padding);
  }
  await sleep(3000);
  return crowd.collect();
}

/** Its start is over: what it has to look after in its tickets is done. */
async function untilQuiet(): Promise<void> {
  for (let before = 0, n = await transactions(); n - before > 20; ) {
    await sleep(2000);
    [before, n] = [n, await transactions()];
  }
}

/** What the program uses while nothing happens: memory at the end, processor, and the database's transactions. */
async function during(seconds: number) {
  const [cpu, statements] = [await cpuSeconds(program.pid), await transactions()];
  await sleep(seconds * 1000);
  return {
    kb: await residentKb(program.pid),
    cpu: round((((await cpuSeconds(program.pid)) - cpu) / seconds) * 100),
    statements: round((((await transactions()) - statements) / seconds) * 60),
  };
}

async function transactions(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select pg_stat_get_db_xact_commit(oid) as count from pg_database where datname = current_database()`.execute(
    world.db,
  );
  return Number(rows[0]?.count);
}

async function residentKb(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
