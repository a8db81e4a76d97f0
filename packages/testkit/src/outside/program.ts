import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { DiscordSim } from '@tickets/discord-sim/server';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import { noteLogLine } from '../guard/watch.ts';

export interface ProgramOptions {
  /** Path of the program's main.ts; the testkit imports no program. */
  main: string;
  /** Undefined: the embedded one of its data folder. */
  database_url?: string;
  data_dir: string;
  sim: DiscordSim;
  application: SimApplication;
  args?: readonly string[];
  node_args?: readonly string[];
  env?: Record<string, string>;
}

export interface ProgramProcess {
  pid: number;
  /** Where it is, once it has said so. Rejects with its own words when it ends before. */
  ready: Promise<string>;
  exited: Promise<unknown>;
  isRunning(): boolean;
  /** The end of what it said. */
  lastWords(): string;
  /** All that it logged until now. */
  logged(): Record<string, unknown>[];
  /** kill -9: it learns nothing of it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** For processes that tests start, so that each does not compile the whole program anew. */
export function codeCache(): Record<string, string> {
  // A folder for this version of Node.js, within the one that was asked for.
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}

/** Starts the program as a process of its own, as in production: its Discord and its database are outside. */
export function startProgramProcess(options: ProgramOptions): ProgramProcess {
  const { main, data_dir, sim, application, args = [], node_args = [] } = options;
  const child = spawn(
    process.execPath,
    [...node_args, main, 'start', '--port', '0', '--data-dir', data_dir, ...args],
    {
      cwd: data_dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...(options.database_url && { DATABASE_URL: options.database_url }),
        DISCORD_API_URL: sim.url,
        DISCORD_WEB_URL: sim.url,
        DISCORD_CDN_URL: sim.url,
        DISCORD_TOKEN: application.bot_token,
        DISCORD_CLIENT_ID: application.id,
        DISCORD_CLIENT_SECRET: application.client_secret,
        LOG_LEVEL: 'info',
        ...codeCache(),
        ...options.env,
      },
    },
  );
  const exited = once(child, 'exit');
  let said = '';
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    noteLogLine(line);
    lines.push(line);
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /is ready: ([^\s"]+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    exited.then(
      ([code, signal]) => reject(new Error(`The program ended with ${code ?? signal}: ${said.slice(-2000)}`)),
      reject,
    );
  });
  // Whoever kills it does not wait for it to be ready.
  ready.catch(() => undefined);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    ready,
    exited,
    lastWords: () => said.slice(-2000),
    logged: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
