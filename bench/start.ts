/**
 * From the start of the process to "ready" with an initialised database, and the memory of the idle Node process: for
 * the program as in production, with Discord and PostgreSQL outside, and for the demo, which brings both along.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopOrphan } from '../packages/core/src/platform/db/embedded/supervisor.ts';
import { setUpBusyServers } from '../packages/testkit/src/data/busy-servers.ts';
import { startProgramProcess } from '../packages/testkit/src/outside/program.ts';
import { startBenchDatabase } from './database.ts';
import { atMost, type Figure, median, report } from './report.ts';

const STARTS = 5;
const IDLE_SECONDS = 20;
/** As the container starts the program, and `npm start` the demo. */
const node_args = {
  program: ['--max-semi-space-size=2'],
  demo: ['--max-semi-space-size=1', '--v8-pool-size=1'],
};
/** Kept code, as `npm start` and the container keep it: the first start fills it. */
const code_cache = (data_dir: string) => ({ NODE_COMPILE_CACHE: join(data_dir, 'code') });
/** Discord lets a bot identify once in five seconds, and whoever starts sooner has to wait. */
const IDENTIFY_GAP_MS = 5_500;
const main = join(import.meta.dirname, '../apps/tickets/src/main.ts');

interface Running {
  pid: number;
  ready: Promise<unknown>;
  stop(): Promise<unknown>;
}

async function measure(start: () => Running): Promise<{ seconds: number; mib: number }> {
  // The first start initialises what is missing.
  const first = start();
  await first.ready;
  await sleep(IDENTIFY_GAP_MS);
  await first.stop();
  const seconds: number[] = [];
  let mib = Number.NaN;
  for (let n = 1; n <= STARTS; n += 1) {
    const started = performance.now();
    const running = start();
    await running.ready;
    seconds.push((performance.now() - started) / 1000);
    await sleep(n === STARTS ? IDLE_SECONDS * 1000 : IDENTIFY_GAP_MS);
    mib = await residentMib(running.pid);
    await running.stop();
  }
  return { seconds: median(seconds), mib };
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function measureProgram() {
  await using database = await startBenchDatabase();
  const world = await setUpBusyServers({ database_url: database.url, servers: 20, members: 10 });
  const { sim, application } = world;
  const found = await measure(() =>
    startProgramProcess({
      main,
      node_args: node_args.program,
      database_url: database.url,
      data_dir: database.data_dir,
      sim,
      application,
      // As the container sets it.
      env: { ...code_cache(database.data_dir), MALLOC_ARENA_MAX: '2' },
    }),
  );
  await world.close();
  return found;
}

async function measureDemo() {
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-bench-demo-'));
  await chmod(data_dir, 0o755);
  try {
    return await measure(() => {
      const child = spawn(
        process.execPath,
        [...node_args.demo, main, 'start', '--port', '0', '--sim-port', '0', '--data-dir', data_dir],
        { cwd: data_dir, stdio: ['ignore', 'pipe', 'inherit'], env: code_cache(data_dir) },
      );
      const ended = once(child, 'exit');
      const failed = ended.then(() => Promise.reject(new Error('the demo ended before it was ready')));
      failed.catch(() => undefined);
      return {
        pid: child.pid ?? 0,
        ready: Promise.race([once(child.stdout, 'data'), failed]),
        stop() {
          child.kill('SIGTERM');
          return ended;
        },
      };
    });
  } finally {
    await stopOrphan(data_dir);
    await rm(data_dir, { recursive: true, force: true });
  }
}

const figures = (what: string, { seconds, mib }: { seconds: number; mib: number }): Figure[] => [
  atMost(`start of ${what} to ready`, seconds, 's', 3),
  atMost(`idle memory of ${what}`, mib, 'MiB', 150),
];

const program = await measureProgram();
const demo = await measureDemo();
report('start', [...figures('the program', program), ...figures('the demo', demo)]);
