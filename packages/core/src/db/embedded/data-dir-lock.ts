import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../startup-error.ts';
import { ignoreMissing } from './account.ts';

/** What a running program tells others about itself. */
export interface RunningProgram {
  pid: number;
  address?: string;
}

export interface DataDirLock {
  /** Says where we can be reached, for the message that a second program prints. */
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this program the only one on its data folder, or throws a StartupError that names the one that is there.
 *
 * The lock is SQLite's on an empty file, because that is the one lock Node can hold which the system itself takes
 * back when a process dies, in whatever way: no stale files to judge, no race between two that judge.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true });
  const lock = openExclusively(join(dataDir, 'program.lock'));
  const infoFile = join(dataDir, 'program.json');
  if (!lock) {
    const other = await findRunningProgram(dataDir);
    throw new StartupError(
      `Another program already runs on ${dataDir}` +
        (other ? ` (process ${other.pid}${other.address ? `, ${other.address}` : ''})` : '') +
        '. Use that one, stop it first, or give this one a folder of its own with --data-dir.',
    );
  }
  const write = (info: RunningProgram) => writeFile(infoFile, JSON.stringify(info));
  await write({ pid: process.pid });
  return {
    announce: (address) => write({ pid: process.pid, address }),
    async release() {
      await rm(infoFile, { force: true });
      lock.close();
    },
  };
}

/** What the program on this folder said about itself; it may have been killed since. */
export async function findRunningProgram(dataDir: string): Promise<RunningProgram | undefined> {
  const text = await readFile(join(dataDir, 'program.json'), 'utf8').catch(ignoreMissing);
  return text ? JSON.parse(text) : undefined;
}

/** The lock's holder, or `undefined` when somebody else has it. */
function openExclusively(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
