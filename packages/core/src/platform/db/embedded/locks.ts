import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import type { Home } from './home.ts';
import { commandLine, isServerOf, isThere, shutDown } from './postmaster.ts';

const CHILDREN_MS_MAX = 5_000;

/**
 * Clears the way for the next server: of the lock files of earlier ones PostgreSQL looks at the process number alone,
 * and would refuse to start where that is a zombie's or belongs to another process by now. Only for the program that owns
 * the folder (see `lockDataDir`).
 */
export async function clearLocks(home: Home, sockets: string | undefined): Promise<void> {
  const pidFile = join(home.data, 'postmaster.pid');
  for (const file of [...(sockets ? await socketLocks(sockets) : []), pidFile]) {
    const pid = Number.parseInt((await readFile(file, 'utf8').catch(ignoreMissing)) ?? '', 10);
    if (await isServerOf(pid, home.data)) await shutDown(pid);
    // Of a number that nobody has, PostgreSQL itself knows best: it looks for children of that server, too. A file without a number, as a
    // power cut can leave it, it refuses.
    if (!pid || isThere(pid) || file !== pidFile) await rm(file, { force: true });
  }
  await childrenGone(home.data);
}

async function socketLocks(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name)).map((name) => join(dir, name));
}

/** The children of a server that was killed may write for a moment longer. */
async function childrenGone(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const deadline = performance.now() + CHILDREN_MS_MAX;
  for (;;) {
    const left = await childrenIn(await realpath(dataDir));
    if (!left.length) return;
    if (performance.now() > deadline) for (const pid of left) if (isThere(pid)) process.kill(pid, 'SIGKILL');
    await delay(20);
  }
}

/** They call themselves `postgres: ...` and stand in the data folder. */
async function childrenIn(dir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const isChild = (await commandLine(pid)).startsWith('postgres: ');
      return isChild && (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === dir;
    }),
  );
  return pids.filter((_, index) => found[index]);
}
