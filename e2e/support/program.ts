import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyDataFolder } from '@tickets/testkit/outside/copy-data-folder';

const MAIN = join(import.meta.dirname, '../../apps/tickets/src/main.ts');
const START_TIMEOUT_MS = 120_000;

/** The product as a stranger starts it, with nothing configured. */
export interface TestProgram {
  /** Of the dashboard. */
  address: string;
  /** Of the simulated Discord. */
  discord: string;
  dataDir: string;
  /** Stops it and starts it again at the same addresses, with all that it kept. */
  restart(...args: string[]): Promise<void>;
  /** Stops it and deletes what it kept. */
  end(): Promise<void>;
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickets-e2e-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * A data folder in which the program was started once: the database and the demo are in it, which take most of a first
 * start. E2E_FIRST_START names it for the programs that start on a copy of it.
 */
export async function makeFirstStart(): Promise<string> {
  const dataDir = await makeDataDir();
  const { stop } = await run(dataDir, {}, ['--port', '0', '--sim-port', '0']);
  await stop();
  return dataDir;
}

/** Starts the program on free ports and a data folder of its own. */
export async function startProgram(env: NodeJS.ProcessEnv = {}): Promise<TestProgram> {
  const dataDir = await makeDataDir();
  const firstStart = process.env.E2E_FIRST_START;
  if (firstStart) await copyDataFolder(firstStart, dataDir);
  let running = await run(dataDir, env, ['--port', '0', '--sim-port', '0']);
  const { address, discord } = running;
  const portOf = (url: string) => new URL(url).port;
  const samePorts = ['--port', portOf(address), '--sim-port', portOf(discord)];
  return {
    address,
    discord,
    dataDir,
    async restart(...args) {
      await running.stop();
      running = await run(dataDir, env, [...samePorts, ...args]);
      if (running.address !== address || running.discord !== discord)
        throw new Error(`The program moved from ${address} to ${running.address}; somebody took its port.`);
    },
    async end() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(dataDir: string, env: NodeJS.ProcessEnv, args: string[]) {
  const program = spawn(process.execPath, [MAIN, 'start', '--data-dir', dataDir, ...args], {
    // Not the checkout, whose .env may connect a real Discord.
    cwd: dataDir,
    // Each test says that it comes from an address of its own, so that they do not share one address's rate limits.
    env: { ...process.env, TRUSTED_PROXIES: '127.0.0.1', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(program, 'exit');
  const places = await waitUntilReady(dataDir, program.pid, () => program.exitCode !== null);
  return {
    ...places,
    async stop() {
      program.kill('SIGTERM');
      await exited;
    },
  };
}

async function waitUntilReady(dataDir: string, pid: number | undefined, hasExited: () => boolean) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasExited()) throw new Error('The program ended before it was ready; it says above why.');
    const text = await readFile(join(dataDir, 'program.json'), 'utf8').catch(() => '{}');
    const about: { pid?: number; address?: string; simulator?: { url: string } } = JSON.parse(text || '{}');
    const { address, simulator } = about;
    // The file of the run before may still lie there.
    if (about.pid === pid && address && simulator) return { address, discord: simulator.url };
    await delay(50);
  }
  throw new Error(`The program was not ready within ${START_TIMEOUT_MS / 1000} s.`);
}
