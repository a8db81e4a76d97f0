/**
 * A transcript of 20,000 messages that ten loops without a session read by its link, half of them a kilobyte a second, and
 * that a member asks for in a loop: how long others wait, what it costs in memory, and whether staff read transcripts all
 * the while. `--main <file>` measures the program of another checkout.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setUpBusyServers } from '../../packages/testkit/src/data/busy-servers.ts';
import { startBenchDatabase } from '../database.ts';
import { givePremium, signIn } from '../live/busy-tickets.ts';
import { writeTranscript } from '../live/long-transcript.ts';
import { startBusyProgram } from '../live/program.ts';
import { atLeast, atMost, percentile, report, round } from '../report.ts';

const { values } = parseArgs({
  options: {
    main: { type: 'string' },
    messages: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '30' },
  },
});
const MESSAGES = Number(values.messages);
const SECONDS = Number(values.seconds);
const text = (n: number) => `${'The chest near the harbour does not open. '.repeat(9)}${n}`;

await using database = await startBenchDatabase();
const world = await setUpBusyServers({ database_url: database.url, servers: 1, members: 4, staff: 2 });
const [server] = world.servers;
const [opener] = server?.members ?? [];
const [staff, other] = server?.staff ?? [];
if (!server || !opener || !staff || !other) throw new Error('the server has people');
await givePremium(world);
await writeTranscript(world, MESSAGES, text);
const tokens = {
  opener: await signIn(world, opener.id),
  staff: await signIn(world, staff.id),
  other: await signIn(world, other.id),
};
const program = startBusyProgram(database, world, [], values.main);
const { origin } = new URL(await program.ready);
const api = `${origin}/api/${server.guild_id}`;
const render = `${api}/transcripts/1/render`;
const link = await makeLink();
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

/** As a proxy would say it: each loop comes from an address of its own. */
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, 'x-tickets': 'true' });
const as = (token: string, n: number) => ({ ...from(n), authorization: token });

// Ten seconds after its start the program gives memory back.
await sleep(12_000);
const until = performance.now() + SECONDS * 1000;
const waits: number[] = [];
const statuses = { strangers: new Map<number, number>(), member: new Map<number, number>() };
const staffReads = { asked: 0, whole: 0, slowest: 0 };
let rss = 0;

await Promise.all([
  ...Array.from({ length: 10 }, (_, n) =>
    loop(async () => {
      const status = await ask({
        url: `${origin}/api/shared-transcripts`,
        headers: from(n),
        body: link,
        slowly: n >= 5,
      });
      count(statuses.strangers, status);
    }),
  ),
  loop(async () => count(statuses.member, await ask({ url: render, headers: as(tokens.opener, 20) }))),
  loop(async () => {
    const began = performance.now();
    staffReads.asked += 1;
    if ((await ask({ url: render, headers: as(tokens.staff, 21) })) === 200) staffReads.whole += 1;
    staffReads.slowest = Math.max(staffReads.slowest, performance.now() - began);
    await sleep(2000);
  }),
  ticking([
    { url: `${api}/channels`, headers: as(tokens.other, 22) },
    { url: `${origin}/healthz`, headers: from(23) },
  ]),
  loop(async () => {
    rss = Math.max(rss, resident());
    await sleep(100);
  }),
]);
// It looks every half a minute whether it holds memory in vain.
await sleep(45_000);
const afterwards = resident();

report(
  'attacks/readers',
  [
    atMost('others wait (p99)', percentile(waits, 99), 'ms', 300),
    atMost('memory at most', rss, 'MB', 400),
    atMost('memory when they have gone', afterwards, 'MB', 250),
    atLeast('transcripts that staff asked for and read', staffReads.whole / staffReads.asked, 'of all', 1),
  ],
  {
    messages: MESSAGES,
    others: { asked: waits.length, median: round(percentile(waits, 50)), slowest: round(Math.max(...waits)) },
    staff: { ...staffReads, slowest: round(staffReads.slowest) },
    strangers: Object.fromEntries(statuses.strangers),
    member: Object.fromEntries(statuses.member),
  },
);
agent.destroy();
await program.kill();
await world.close();

/** Megabytes. */
function resident(): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

async function loop(once: () => Promise<void>): Promise<void> {
  while (performance.now() < until) await once();
}

/** Another process asks, so that reading the long answers here does not count as waiting. */
async function ticking(urls: { url: string; headers: Record<string, string> }[]): Promise<void> {
  const asker = fork(join(import.meta.dirname, 'asking.ts'));
  asker.send({ urls, ms: SECONDS * 1000 });
  const [asked] = await once(asker, 'message');
  waits.push(...(asked as number[]));
}

function count(seen: Map<number, number>, status: number): void {
  seen.set(status, (seen.get(status) ?? 0) + 1);
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** A kilobyte a second, to the end of the measurement. */
  slowly?: boolean;
}

/** The status of a whole answer; 0 where it broke off. */
function ask({ url, headers, body, slowly = false }: Asked): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        agent: slowly ? new Agent() : agent,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        answer.once('end', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
        answer.once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
        answer.once('error', () => resolve(0));
        if (slowly) sip(answer);
        else answer.resume();
      },
    );
    sent.once('error', () => resolve(0)).end(body);
  });
}

function sip(answer: IncomingMessage): void {
  const timer = setInterval(() => {
    if (performance.now() > until) answer.destroy();
    answer.read(1024) ?? answer.read();
  }, 1000);
  answer.once('close', () => clearInterval(timer));
}

async function makeLink(): Promise<string> {
  const answer = await fetch(`${api}/transcripts/1/links`, {
    method: 'POST',
    headers: { 'x-tickets': 'true', authorization: tokens.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ days: 1 }),
  });
  const { url } = (await answer.json()) as { url: string };
  return JSON.stringify({ token: url.split('#')[1] });
}
