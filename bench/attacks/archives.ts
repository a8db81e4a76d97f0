/**
 * Owners of servers send archives that hold much in little, one after the other and eight at once: how long others wait for an
 * answer meanwhile, who ask every 20 ms, and how much memory the program takes with all of its processes.
 */
import { fork } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '../../packages/core/src/sessions/sessions.ts';
import { createTokens } from '../../packages/core/src/sessions/tokens.ts';
import { archiveAttacks } from '../../packages/testkit/src/archives/archive-attacks.ts';
import { setUpBusyServers } from '../../packages/testkit/src/data/busy-servers.ts';
import { benchContext } from '../context.ts';
import { startBenchDatabase } from '../database.ts';
import { token_secret } from '../live/busy-tickets.ts';
import { startBusyProgram } from '../live/program.ts';
import { atMost, type Figure, percentile, report, round } from '../report.ts';

const AT_ONCE = 8;
const EVERY_MS = 20;
const WAIT_MS = 300;
const MEMORY_MB = 400;

interface Sending {
  url: string;
  headers: Record<string, string>;
  path: string;
}

/** In a process of its own, so that sending does not keep those waiting who ask. */
async function send({ url, headers, path }: Sending): Promise<string> {
  const form = new FormData();
  form.append('data_file', await openAsBlob(path, { type: 'application/zip' }), 'server.zip');
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return `${response.status} ${(await response.text()).slice(0, 300)}`;
}

if (process.argv.includes('--send')) {
  process.on('message', async (sending) => {
    process.send?.(await send(sending as Sending)); // written below
  });
} else await measure();

async function measure(): Promise<void> {
  await using database = await startBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tickets-attacks-'));
  const world = await setUpBusyServers({
    database_url: database.url,
    servers: AT_ONCE + 1,
    members: 1,
    staff: 1,
  });
  const ctx = benchContext(database.url);
  const { sign } = createTokens({ clock: ctx.clock, config: { token_secret } });
  const program = startBusyProgram(database, world);
  const sender = fork(import.meta.filename, ['--send']);
  try {
    console.log('making archives ...');
    const paths: string[] = [];
    for (const [index, [, make]] of archiveAttacks.entries()) {
      const path = join(folder, `${index}.zip`);
      await writeFile(path, make());
      paths.push(path);
    }
    const address = await program.ready;
    const callers = await Promise.all(
      world.servers.map(async ({ guild_id, owner }) => {
        const session = await createSession(ctx, owner.id, {
          access_token: 'a',
          refresh_token: 'r',
          expires_at: new Date(Date.now() + 86_400_000),
          scopes: ['identify'],
        });
        return { guild_id, headers: { 'x-tickets': 'true', authorization: sign(session) } };
      }),
    );
    const [asking, ...senders] = callers;
    if (!asking) throw new Error('nobody asks');
    await sleep(3000);
    const watch = watching(program.pid, {
      urls: [new URL('/healthz', address).href, new URL(`/api/${asking.guild_id}/premium`, address).href],
      headers: asking.headers,
    });
    /** Each sends an archive, and waits until all of it was looked at. */
    const attack = async (path: string, by: typeof senders) => {
      const all: string[] = [];
      const heard = new Promise<void>((done) => {
        const hear = (answer: unknown) => {
          all.push(String(answer));
          if (all.length < by.length) return;
          sender.off('message', hear);
          done();
        };
        sender.on('message', hear);
      });
      for (const { guild_id, headers } of by)
        sender.send({ url: new URL(`/api/${guild_id}/import?preview=true`, address).href, headers, path });
      await heard;
      for (;;) {
        const left = await ctx.db
          .selectFrom('import_uploads')
          .where('state', 'in', ['awaited', 'checking'])
          .select('upload_id')
          .execute();
        if (!left.length) return all;
        await sleep(200);
      }
    };
    const calm = await watch.during(() => sleep(5000));
    console.log(`before: ${calm}`);
    for (const [index, [what]] of archiveAttacks.entries()) {
      const one = senders.slice(index % AT_ONCE, (index % AT_ONCE) + 1);
      console.log(`${what}: ${await watch.during(() => attack(paths[index] ?? '', one))}`);
    }
    for (const what of [
      '5.5 million empty tags in 16 kB',
      'five million things that are no tags in 250 kB',
      '249,000 empty entries',
    ]) {
      const index = archiveAttacks.findIndex(([name]) => name === what);
      console.log(`eight times ${what}: ${await watch.during(() => attack(paths[index] ?? '', senders))}`);
    }
    const { problems } = await watch.stop();
    if (problems.length) console.log(`answers that were none: ${problems.slice(0, 5).join('; ')}`);
    report('attacks/archives', watch.figures(), { asked: watch.times.length, failed: problems.length });
  } finally {
    sender.kill();
    await program.stop();
    await world.close();
    await ctx.db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

function watching(pid: number, { urls, headers }: { urls: string[]; headers: Record<string, string> }) {
  const times: number[] = [];
  const problems: string[] = [];
  let most_mb = 0;
  let asked = 0;
  let some: number[] = [];
  let some_mb = 0;
  const ask = async (url: string) => {
    asked += 1;
    const from = performance.now();
    // As through a proxy, each from an address of its own, so that no limit on calls of one address counts.
    const forwarded = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
    const response = await fetch(url, { headers: { ...headers, 'x-forwarded-for': forwarded } });
    await response.arrayBuffer();
    const ms = performance.now() - from;
    times.push(ms);
    some.push(ms);
    if (!response.ok) problems.push(`${response.status} from ${new URL(url).pathname}`);
  };
  const asking = setInterval(() => {
    for (const url of urls) ask(url).catch((error: unknown) => problems.push(String(error)));
  }, EVERY_MS);
  const weighing = setInterval(async () => {
    const mb = await memoryMb(pid);
    most_mb = Math.max(most_mb, mb);
    some_mb = Math.max(some_mb, mb);
  }, 100);
  return {
    times,
    /** What was seen while something happened, in words. */
    async during(work: () => Promise<unknown>): Promise<string> {
      some = [];
      some_mb = 0;
      const from = performance.now();
      await work();
      const seconds = round((performance.now() - from) / 1000);
      return `${seconds} s; waits p99 ${round(percentile(some, 99))} ms, at most ${round(Math.max(...some))} ms; ${round(some_mb)} MB`;
    },
    async stop() {
      clearInterval(asking);
      clearInterval(weighing);
      return { problems };
    },
    figures: (): Figure[] => [
      atMost('waits, p99', percentile(times, 99), 'ms', WAIT_MS),
      atMost('waits, the longest', Math.max(...times), 'ms', WAIT_MS),
      atMost('memory of all processes of the program, shared pages once', most_mb, 'MB', MEMORY_MB),
      atMost('answers that were none', problems.length, 'answers', 0),
    ],
  };
}

/** Of a process and all that it has started. What they share, such as the program of Node itself, counts once (PSS). */
async function memoryMb(pid: number): Promise<number> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    numbers.map(async (name) => {
      // It may have ended meanwhile.
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
      const said = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return { pid: Number(name), parent: said('PPid') };
    }),
  );
  const family = new Set([pid]);
  for (const one of all.toSorted((a, b) => a.pid - b.pid)) if (family.has(one.parent)) family.add(one.pid);
  const sizes = await Promise.all(
    [...family].map(async (one) => {
      const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return (sizes.reduce((sum, kb) => sum + kb, 0) * 1024) / 1e6;
}
