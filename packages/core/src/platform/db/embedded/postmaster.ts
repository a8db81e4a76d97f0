import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ignoreMissing } from '../../files/ignore-missing.ts';

const run = promisify(execFile);

/** What a running server wrote into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** A folder with a socket, or a loopback address. */
  host: string;
}

const FAST_STOP_MS = 3_000;

/** The server that runs on this data folder, if one does. */
export async function findPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const file = join(dataDir, 'postmaster.pid');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(ignoreMissing);
    if (text === undefined) return undefined;
    const [pid, , , port, socketDir, listenAddress] = text.split('\n').map((line) => line.trim());
    if (!(await isServerOf(Number(pid), dataDir))) return undefined;
    const host = socketDir || listenAddress;
    if (host) return { pid: Number(pid), port: Number(port), host };
    // A server that has only just started adds these lines a moment later.
    await delay(20);
  }
}

export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const command = await commandLine(pid);
  if (!command.includes('postgres')) return false;
  // Windows does not show arguments; there the connection that follows proves whose it is.
  return (
    process.platform === 'win32' || command.includes(dataDir) || command.includes(await realpath(dataDir))
  );
}

/** Whether the number belongs to any process, dead ones that nobody asked for included. */
export function isThere(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  return true;
}

/** A zombie has a number, but is dead: it waits for a parent that never asks. */
export async function isAlive(pid: number): Promise<boolean> {
  if (pid === 1 || !isThere(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // The name stands in brackets and may hold anything; the state follows the last one.
    return stat !== undefined && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
  }
  const { stdout } = await run('ps', ['-o', 'state=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(15);
  }
  return true;
}

/** Asks for a fast shutdown, and for an immediate one (which the next start recovers from) when that takes too long. */
export async function shutDown(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isAlive(pid))) return;
    process.kill(pid, signal);
    if (await waitUntilGone(pid, FAST_STOP_MS)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped`);
}

export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh']);
    return stdout;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout;
}
