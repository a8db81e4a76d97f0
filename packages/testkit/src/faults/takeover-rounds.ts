import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLeases } from '@tickets/core/bots/leases';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import { outcomeOf } from '@tickets/discord-sim/people/outcome';
import { addUsersBot } from '../bots/users-bot.ts';
import { type BusyServer, type BusyServers, panelButton, setUpBusyServers } from '../data/busy-servers.ts';
import { createTestDatabase } from '../database/database.ts';
import { type ProgramProcess, startProgramProcess } from '../outside/program.ts';

const sealingKey = 'what two processes seal with and nothing else does';
const SHARDS = 2;
const USERS_BOTS = 6;

export interface Round {
  round: number;
  ended: 'killed' | 'stood still';
  /** How many connections it had. */
  had: number;
  /** Until the last of all bots and shards answered a command again. */
  answered_ms: number;
  /** Until all of the other process's own did: whether one end disturbs what it does not concern. */
  others_ms: number;
}

export interface Rounds {
  rounds: Round[];
  /** Shards that two connections had at once. */
  overlaps: object[];
  /** Starts that came too soon after another. */
  too_fast: string[];
  /** Of what members wrote in tickets, what is not stored exactly once. */
  lost: string[];
  /** Presses in the moment of an end that opened other than one ticket, or none where the member saw one. */
  not_once: string[];
  /** Tickets that are not quite open or closed in the end. */
  unfinished: number;
}

/** What answers a command: a shard of the program's bot, or a user's bot. */
interface Answering {
  key: string;
  server: BusyServer;
  application_id: string;
}

/**
 * Two processes run the same bots on one database. Time and again one of them is killed, or stands still for long, in the
 * middle of what people do; the other goes on with what it had.
 */
export async function runTakeoverRounds(options: {
  main: string;
  rounds: number;
  say(line: string): void;
}): Promise<Rounds> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tickets-takeover-'));
  const world = await setUpBusyServers({
    database_url: database.url,
    servers: SHARDS + USERS_BOTS,
    members: 1,
  });
  world.sim.world.sessionStarts.assignedTo.set(world.application.id, SHARDS);
  const processes: ProgramProcess[] = [];
  try {
    const answering = await setUp(world);
    const start = async (n: number) => {
      const program = startProgramProcess({
        main: options.main,
        args: ['--roles', 'bot,jobs'],
        database_url: database.url,
        data_dir: folder,
        sim: world.sim,
        application: world.application,
        env: { SECRET_KEYS: sealingKey },
      });
      processes[n] = program;
      await program.ready;
    };
    await start(0);
    await start(1);
    return await run(world, answering, processes, { ...options, start });
  } catch (error) {
    for (const it of processes) options.say(it.lastWords());
    throw error;
  } finally {
    await Promise.all(processes.map((it) => it.kill()));
    await world.close();
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

async function setUp({ sim, db, application, servers }: BusyServers): Promise<Answering[]> {
  const sealer = createSealer([sealingKey]);
  const shardOf = ({ guild_id }: BusyServer) => Number((BigInt(guild_id) >> 22n) % BigInt(SHARDS));
  const byMain = [0, 1].map((shard) => servers.find((server) => shardOf(server) === shard));
  const answering: Answering[] = [];
  for (const server of servers) {
    if (byMain.includes(server)) {
      answering.push({ key: `shard ${shardOf(server)}`, server, application_id: application.id });
      continue;
    }
    const own = await addUsersBot({ db, sealer }, sim, { name: server.name, guild_ids: [server.guild_id] });
    answering.push({ key: `bot of ${server.name}`, server, application_id: own.application.id });
  }
  return answering;
}

async function run(
  world: BusyServers,
  answering: readonly Answering[],
  processes: readonly ProgramProcess[],
  { rounds, say, start }: { rounds: number; say(line: string): void; start(n: number): Promise<void> },
): Promise<Rounds> {
  const { sim, db } = world;
  const found: Rounds = {
    rounds: [],
    overlaps: sim.gateway.overlaps,
    too_fast: sim.gateway.tooFast,
    lost: [],
    not_once: [],
    unfinished: 0,
  };
  await Promise.all(answering.map((it) => untilAnswered(world, it, 15_000)));
  const channels = await openTickets(world, answering);
  const written: string[] = [];
  const presses: { user_id: string; isSeen: boolean }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const holders = await untilShared(world, answering.length);
    const n = round % 2;
    const victim = processes[n];
    if (!victim) throw new Error('there are two processes');
    // Which of both is it? The one whose connections go away with it.
    const stands = round % 5 === 0;
    const pressing = answering.map(async ({ server }) => {
      const member = newMember(world, server, `in-the-middle-${round}`);
      const panel = panelOf(world, server);
      if (!panel) return;
      const seen = await member.click(panel, panelButton).then(
        async (outcome) => {
          if (outcome.kind !== 'deferred' && outcome.kind !== 'message') return false;
          const message = outcome.kind === 'deferred' ? await settledSoon(outcome) : outcome.message;
          return JSON.stringify(message ?? '').includes('<#');
        },
        () => false,
      );
      presses.push({ user_id: member.id, isSeen: seen });
    });
    await sleep((round * 37) % 400);
    const before = performance.now();
    if (stands) process.kill(victim.pid, 'SIGSTOP');
    else await victim.kill();
    for (const [server_id, channel] of channels) {
      const member = answering.find(({ server }) => server.guild_id === server_id)?.server.members[0];
      const content = `round ${round} in ${server_id}`;
      await member?.write(channel, content);
      written.push(content);
    }
    const took = await Promise.all(
      answering.map(async (it) => {
        await untilAnswered(world, it, 40_000);
        return performance.now() - before;
      }),
    );
    if (stands) process.kill(victim.pid, 'SIGCONT');
    await Promise.all(pressing);
    const sorted = took.toSorted((a, b) => a - b);
    const had = holders.get(await holderThatIsLeft(world, holders)) ?? 0;
    const result: Round = {
      round,
      ended: stands ? 'stood still' : 'killed',
      had: answering.length - had,
      answered_ms: Math.round(sorted.at(-1) ?? 0),
      others_ms: Math.round(sorted[Math.max(0, had - 1)] ?? 0),
    };
    found.rounds.push(result);
    say(JSON.stringify(result));
    if (!stands) await start(n);
  }
  await untilSettled(world);
  for (const content of written) {
    const rows = await db
      .selectFrom('ticket_messages')
      .where('content', '=', content)
      .select('message_id')
      .execute();
    if (rows.length !== 1) found.lost.push(`${content}: ${rows.length} times`);
  }
  for (const { user_id, isSeen } of presses) {
    const rows = await db
      .selectFrom('tickets')
      .where('opener_id', '=', user_id)
      .select('ticket_id')
      .execute();
    if (rows.length > 1 || (isSeen && rows.length === 0))
      found.not_once.push(`${user_id}: ${rows.length} tickets, ${isSeen ? 'seen' : 'not seen'}`);
  }
  found.unfinished = await unfinished(world);
  return found;
}

/** "Thinking" for ever is no answer. */
const settledSoon = (outcome: { settled(): Promise<object> }) =>
  Promise.race([outcome.settled().catch(() => undefined), sleep(20_000, undefined, { ref: false })]);

const panelOf = ({ sim }: BusyServers, { lobby }: BusyServer) =>
  sim.world.messages.in('channel', lobby.id).find(({ components }) => components?.length);

function newMember({ sim }: BusyServers, { guild_id }: BusyServer, username: string) {
  const user = sim.world.addUser({ username });
  sim.world.addMember({ guild_id, user_id: user.id });
  return sim.as(user.id);
}

/** A ticket in each server, whose channel people write in. */
async function openTickets(world: BusyServers, answering: readonly Answering[]) {
  const channels = new Map<string, string>();
  for (const { server, application_id } of answering) {
    const bot = world.sim.world.applications.get(application_id)?.bot_user_id;
    const panel = await until(async () => {
      const message = panelOf(world, server);
      return message?.author_id === bot ? message : undefined;
    }, `the panel of ${server.name}`);
    await server.members[0]?.click(panel, panelButton);
    const channel = await until(async () => {
      const row = await world.db
        .selectFrom('tickets')
        .where('guild_id', '=', server.guild_id)
        .where('status', '=', 'open')
        .select('channel_id')
        .executeTakeFirst();
      return row?.channel_id ?? undefined;
    }, `the ticket of ${server.name}`);
    channels.set(server.guild_id, channel);
  }
  return channels;
}

/** Asks for help again and again until it is given. */
async function untilAnswered(world: BusyServers, it: Answering, within_ms: number): Promise<void> {
  const { sim } = world;
  const [asker] = it.server.staff;
  await until(
    async () => {
      const command = sim.world.commands
        .all()
        .find(({ application_id, name }) => application_id === it.application_id && name === 'help');
      if (!command || !asker) return undefined;
      const { id } = sim.world.createInteraction({
        kind: 'command',
        command_id: command.id,
        channel_id: it.server.lobby.id,
        user_id: asker.id,
      });
      const first = await Promise.race([
        outcomeOf(sim.world, id).then(({ kind }) => kind !== 'failed'),
        sleep(400, false, { ref: false }),
      ]);
      return first || undefined;
    },
    `an answer of ${it.key}`,
    within_ms,
  );
}

/** Resolves with how many each process has, when both have about the same and all are connected. */
async function untilShared(world: BusyServers, total: number): Promise<Map<string, number>> {
  return until(
    async () => {
      const { live, holders } = await readLeases(world.db);
      const counts = new Map<string, number>();
      for (const { holder } of live) counts.set(holder, (counts.get(holder) ?? 0) + 1);
      const isEven = counts.size === 2 && [...counts.values()].every((count) => count === total / 2);
      return isEven && holders.length === 2 ? counts : undefined;
    },
    'an even share',
    60_000,
  );
}

async function holderThatIsLeft(world: BusyServers, before: ReadonlyMap<string, number>): Promise<string> {
  const { live } = await readLeases(world.db);
  return live.find(({ holder }) => before.has(holder))?.holder ?? '';
}

async function unfinished({ db }: BusyServers): Promise<number> {
  const rows = await db
    .selectFrom('tickets')
    .where('status', 'in', ['opening', 'closing'])
    .select('ticket_id')
    .execute();
  return rows.length;
}

async function untilSettled(world: BusyServers): Promise<void> {
  await until(async () => (await unfinished(world)) === 0 || undefined, 'all tickets', 90_000).catch(
    () => undefined,
  );
  await sleep(3_000);
}

async function until<T>(look: () => Promise<T | undefined>, what: string, within_ms = 60_000): Promise<T> {
  for (const end = performance.now() + within_ms; ; await sleep(50)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what} did not come within ${within_ms} ms`);
  }
}
