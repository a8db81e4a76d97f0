import { setTimeout as sleep } from 'node:timers/promises';
import { multiPanelSelect } from '@tickets/core/panels/multi/message';
import { startEmbeddedPostgres, stopOrphan } from '@tickets/core/platform/db/embedded/supervisor';
import { migrate } from '@tickets/core/platform/db/migrate';
import { DiscordError } from '@tickets/discord-sim/errors';
import { callAs } from '@tickets/discord-sim/people/call-as';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { pino } from 'pino';
import { type BusyServer, type BusyServers, panelButton, setUpBusyServers } from '../data/busy-servers.ts';
import { reportButton, reportQuestions } from '../data/busy-topics.ts';
import { type Random, seededRandom } from '../data/random.ts';
import { startProgramProcess } from '../outside/program.ts';
import type { SmallDisk } from '../outside/small-disk.ts';
import { saidIn } from '../worlds/bot-world.ts';
import { strike, within } from './crash-blows.ts';
import { type Found, isPing, type Ledger, verdictOf } from './crash-verdict.ts';

export interface CrashOptions {
  /** Path of the program's main.ts. */
  main: string;
  /** Holds the database, too, so that it can be hit. */
  data_dir: string;
  /** The small disk on which `data_dir` lies, if there is one. */
  disk: SmallDisk | undefined;
  rounds: number;
  seed: number;
  /** Told how it goes. */
  say: (line: string) => void;
}

/** How long the program may take to become ready, and to finish everything after its last start. */
const readyWithinMs = 60_000;
const settledWithinMs = 60_000;

/**
 * Lets people use the program while it, its database, its disk or all of them fail, and it is started again, over and over. The simulated Discord is
 * the outside world and lives on. In the end everything that somebody was told, and everything that Discord took, is
 * compared with what the program kept; the answer names each difference.
 */
export async function runCrashRounds(options: CrashOptions): Promise<Found & { bans: number[] }> {
  const { rounds, say, data_dir, disk } = options;
  const random = seededRandom(options.seed);
  say(`seed ${options.seed}, ${rounds} rounds`);
  const database = await startEmbeddedPostgres({
    dataDir: data_dir,
    durable: true,
    log: pino({ level: 'silent' }),
  });
  await migrate(database.url);
  const world = await setUpBusyServers({
    database_url: database.url,
    servers: 3,
    members: 4,
    settings: { ticket_limit: 10 },
    topics: true,
  });
  // From here on it is the program's.
  await database.stop();
  const { sim, application } = world;
  const start = () => startProgramProcess({ ...options, sim, application });
  let program = start();
  try {
    await within(program.ready, readyWithinMs, 'the first start');
    await everyPanel(world);
    const bans: number[] = [];
    const people = letPeopleLoose(world, seededRandom(random.int(1, 2 ** 31)));
    for (let round = 1; round <= rounds; round += 1) {
      const how = await strike(round, { world, program, data_dir, disk, bans }, random);
      say(`round ${round}: ${how}; ${countOf(people.ledger)}`);
      if (!program.isRunning()) program = start();
    }
    await within(program.ready, readyWithinMs, 'the last start');
    await people.goHome();
    say(`nobody does anything any more; ${countOf(people.ledger)}`);
    const verdict = () => verdictOf(world, people.ledger, options.data_dir);
    const found = await finalVerdict(verdict);
    await closeTheRest(world, people.ledger);
    // A close is acknowledged before it begins, and until then nothing is amiss.
    const afterwards = await finalVerdict(async () => withOpenOnes(await verdict()));
    const later = afterwards.differences.map((text) => `after all were closed: ${text}`);
    return { ...afterwards, bans, differences: [...found.differences, ...later] };
  } finally {
    await program.kill();
    await world.close();
    await stopOrphan(data_dir);
  }
}

const countOf = ({ told, written }: Ledger) => `${told.size} tickets told, ${written.size} messages written`;

async function everyPanel(world: BusyServers): Promise<void> {
  for (const server of world.servers)
    await server.owner.eventually(() => doorsOf(world, server).length === 3, `the panels of ${server.name}`);
}

/** The messages of a server through which one opens a ticket, with how each is used. */
function doorsOf({ sim, panelOf }: BusyServers, server: BusyServer) {
  const { topics } = server;
  const panel = panelOf(server);
  const [reports] = topics ? sim.world.messages.in('channel', topics.reports.id) : [];
  const [menu] = topics ? sim.world.messages.in('channel', topics.menu.id) : [];
  return [
    panel && ((member: Person) => member.click(panel.id, panelButton)),
    reports && ((member: Person) => member.click(reports.id, reportButton)),
    menu &&
      topics &&
      ((member: Person, random: Random) =>
        member.select(menu.id, multiPanelSelect, [random.pick(Object.values(topics.custom_ids))])),
  ].filter((door) => door !== undefined);
}

interface People {
  ledger: Ledger;
  /** They finish what they are doing. */
  goHome(): Promise<void>;
}

function letPeopleLoose(world: BusyServers, random: Random): People {
  const ledger: Ledger = {
    presses: 0,
    told: new Map(),
    answered: new Map(),
    unplaced: new Set(),
    pinged: pingsOf(world),
    written: new Map(),
  };
  const doing = new Set<Promise<void>>();
  let atHome = false;
  /** What people do is refused when the ticket goes away under their hands. A program that is dead answers nobody. */
  const track = (work: Promise<void>) => {
    const done = work.catch((error: unknown) => {
      const unanswered =
        error instanceof Error && /^waited|is gone already|over and forgotten/.test(error.message);
      if (!(error instanceof DiscordError) && !unanswered) throw error;
    });
    doing.add(done);
    done.then(
      () => doing.delete(done),
      // Kept, so that going home tells of it.
      () => undefined,
    );
    return done;
  };
  const live = async (step: () => void | Promise<void>, pauseMs: [number, number]) => {
    while (!atHome) {
      await track(Promise.resolve().then(step));
      await sleep(random.int(...pauseMs));
    }
  };
  const lives = world.servers.flatMap((server) => [
    ...server.members.map((member) => live(() => memberStep(member, server), [100, 500])),
    ...server.staff.map((staff) => live(() => staffStep(staff, server), [300, 1200])),
  ]);

  function memberStep(member: Person, server: BusyServer): void | Promise<void> {
    const channels = ticketsSeenBy(member, server);
    if (random.chance(0.2) && channels.length < 4) {
      const doors = doorsOf(world, server);
      ledger.presses += 1;
      if (doors.length) void track(open(ledger, member, random.pick(doors)(member, random), random));
      return;
    }
    if (!channels.length) return;
    const dice = random.int(1, 100);
    if (dice <= 60) return write(world, ledger, member, server, random.pick(channels), random);
    const mine = [...ledger.written].filter(
      ([, row]) =>
        row.author_id === member.id && !row.deleted && channels.some(({ id }) => id === row.channel_id),
    );
    if (!mine.length) return;
    const [message_id, row] = random.pick(mine);
    return dice <= 85 ? edit(world, member, message_id, row, random) : remove(world, member, message_id, row);
  }

  function staffStep(staff: Person, server: BusyServer): void | Promise<void> {
    const channels = ticketsSeenBy(staff, server);
    if (!channels.length) return;
    const channel = random.pick(channels);
    if (random.chance(0.5)) return write(world, ledger, staff, server, channel, random);
    void track(close(staff, channel));
  }

  return {
    ledger,
    async goHome() {
      atHome = true;
      await Promise.all(lives);
      await Promise.all(doing);
    },
  };
}

type Person = BusyServer['owner'];
type WrittenRow = Ledger['written'] extends Map<string, infer Row> ? Row : never;

function ticketsSeenBy(person: Person, { guild_id, category }: BusyServer): SimChannel[] {
  return person.channels(guild_id).filter(({ parent_id }) => parent_id === category.id);
}

async function open(
  ledger: Ledger,
  member: Person,
  pressed: Promise<Outcome>,
  random: Random,
): Promise<void> {
  const outcome = await pressed;
  if (outcome.kind !== 'modal') {
    const channel_id = channelIn(await lastWord(outcome));
    if (channel_id) ledger.told.set(channel_id, member.id);
    return;
  }
  const answers = reportQuestions.map((question) => `${question} ${random.int(0, 2 ** 31)}`);
  await sleep(random.int(0, 600));
  ledger.unplaced.add(answers.join());
  const sent = await member.submitModal(
    Object.fromEntries(reportQuestions.map((question, index) => [question, answers[index] ?? ''])),
  );
  const channel_id = channelIn(await lastWord(sent));
  if (!channel_id) return;
  ledger.unplaced.delete(answers.join());
  ledger.told.set(channel_id, member.id);
  // A second form within seconds is pointed to the first one's ticket, which keeps the answers of the first.
  ledger.answered.set(channel_id, [...(ledger.answered.get(channel_id) ?? []), answers]);
}

const channelIn = (text: string) => /<#(\d+)>/.exec(text)?.[1];

/** How often somebody was called into each channel by a ping that hides itself. */
function pingsOf({ application, servers, sim }: BusyServers): Ledger['pinged'] {
  const pinged: Ledger['pinged'] = new Map();
  for (const { owner } of servers)
    sim.world.listenAs({ userId: owner.id }, ({ t, d }) => {
      if (t !== 'MESSAGE_CREATE') return;
      const { author, channel_id, content } = d as {
        author: { id: string };
        channel_id: string;
        content: string;
      };
      if (author.id === application.bot_user_id && isPing(content))
        pinged.set(channel_id, (pinged.get(channel_id) ?? 0) + 1);
    });
  return pinged;
}

async function close(staff: Person, channel: SimChannel): Promise<void> {
  await staff.goes(channel).slash('close', { reason: 'Done' });
}

const lastWord = (outcome: Outcome): Promise<string> =>
  outcome.kind === 'modal' || outcome.kind === 'choices' ? Promise.resolve('') : saidIn(outcome);

// Written past `Person`, which looks at the message afterwards: it may be gone with its ticket by then, and was taken.
async function write(
  { sim }: BusyServers,
  ledger: Ledger,
  person: Person,
  server: BusyServer,
  channel: SimChannel,
  random: Random,
): Promise<void> {
  const content = `${person.user.username} says ${random.int(0, 2 ** 31)}`;
  const file = random.chance(0.2) ? `file of ${content}` : undefined;
  const { id } = await callAs<{ id: string }>(sim.world, person.user, {
    method: 'POST',
    path: `/channels/${channel.id}/messages`,
    body: { content },
    files: file ? [{ name: 'notes.txt', bytes: file }] : [],
  });
  const { guild_id } = server;
  ledger.written.set(id, {
    guild_id,
    channel_id: channel.id,
    author_id: person.id,
    content,
    file,
    deleted: false,
  });
}

async function edit({ sim }: BusyServers, person: Person, id: string, row: WrittenRow, random: Random) {
  const content = `${person.user.username} corrects ${random.int(0, 2 ** 31)}`;
  const path = `/channels/${row.channel_id}/messages/${id}`;
  await callAs(sim.world, person.user, { method: 'PATCH', path, body: { content } });
  row.content = content;
}

async function remove({ sim }: BusyServers, person: Person, id: string, row: WrittenRow) {
  const path = `/channels/${row.channel_id}/messages/${id}`;
  await callAs(sim.world, person.user, { method: 'DELETE', path });
  row.deleted = true;
}

/** Every ticket ends, so that every transcript has its last form. */
async function closeTheRest(world: BusyServers, { told }: Ledger): Promise<void> {
  for (const server of world.servers) {
    const [staff] = server.staff;
    for (const channel of staff ? ticketsSeenBy(staff, server) : []) {
      const outcome = await staff?.goes(channel).slash('close', { reason: 'Done' });
      if (outcome?.kind === 'failed')
        throw new Error(`nobody answered the close of ${channel.name}, of ${told.size}`);
    }
  }
}

function withOpenOnes(found: Found): Found {
  const left = found.tickets - found.closed;
  return left ? { ...found, differences: [...found.differences, `${left} tickets are not closed`] } : found;
}

/** Waits until nothing is left to do and everything is as it should be; else what differs at the end of patience. */
async function finalVerdict(verdict: () => Promise<Found>): Promise<Found> {
  const until = Date.now() + settledWithinMs;
  for (;;) {
    const found = await verdict();
    if (!found.differences.length || Date.now() > until) return found;
    await sleep(250);
  }
}
