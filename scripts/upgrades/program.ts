/** One program of any day, as a process on an installation. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';

const READY_MS = 120_000;

export interface Running {
  child: ChildProcess;
  /** Resolves with the addresses of the dashboard and of the simulated Discord; rejects with its words when it ends before. */
  ready: Promise<{ dashboard: string; discord: string }>;
  exited: Promise<unknown>;
  said(): string;
  /** What it logged since it was started. */
  logged(): string;
  /** Resolves when a line of its log has this text; rejects when it ends before. */
  logs(text: string): Promise<unknown>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export const environment = ({ database_url }: Installation): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...(database_url && { DATABASE_URL: database_url }),
});

const logOf = ({ data_dir }: Installation) => join(data_dir, 'logs/tickets.log');
const readLog = (installation: Installation) =>
  existsSync(logOf(installation)) ? readFileSync(logOf(installation), 'utf8') : '';

/** Also of an npm that does not pass a signal on. */
async function endGroup(pid: number, signal: NodeJS.Signals): Promise<void> {
  for (let sent: NodeJS.Signals | 0 = signal; ; sent = 0) {
    try {
      process.kill(-pid, sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    await sleep(50);
  }
}

/** Starts the program of `dir` as `npm start` does, or by a line that a person types. */
export function start(dir: string, installation: Installation, line?: string): Running {
  const before = readLog(installation).length;
  mkdirSync(installation.data_dir, { recursive: true });
  const node = join(dir, 'node_modules/node/bin/node');
  const args = ['apps/tickets/src/main.ts', 'start', '--data-dir', installation.data_dir];
  const ports = ['--port', '0', '--sim-port', '0'];
  const options = { cwd: dir, env: environment(installation), stdio: 'pipe' as const };
  const child = line
    ? spawn('sh', ['-c', `exec env ${line} ${ports.join(' ')}`], { ...options, detached: true })
    : spawn(node, [...args, ...ports], options);
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const exited = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const logged = () => readLog(installation).slice(before);
  async function until<T>(look: () => T | undefined, what: string): Promise<T> {
    for (const end = performance.now() + READY_MS; ; await sleep(3)) {
      const found = look();
      if (found !== undefined) return found;
      if (!isRunning()) throw new Error(`the program ended before ${what}: ${said}${logged().slice(-3000)}`);
      if (performance.now() > end) throw new Error(`${what} did not come: ${said}${logged().slice(-3000)}`);
    }
  }
  const ready = until(() => {
    const [, dashboard, discord] = /dashboard (\S+), simulated Discord (\S+)/.exec(said) ?? [];
    return dashboard && discord ? { dashboard, discord } : undefined;
  }, 'it was ready');
  ready.catch(() => undefined); // who kills it does not wait for it
  const end = async (signal: NodeJS.Signals) => {
    if (line) return endGroup(child.pid ?? 0, signal);
    if (isRunning()) child.kill(signal);
    await exited;
  };
  return {
    child,
    ready,
    exited,
    said: () => said,
    logged,
    logs: (text) => until(() => logged().includes(text) || undefined, `"${text}" was logged`),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
