import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import { StartupError } from '../../startup-error.ts';

/** What a running program tells others about itself. */
export interface RunningProgram {
  pid: number;
  /** Of its dashboard and API; absent until it is ready. */
  address?: string;
  /** Its simulated Discord, if it has one. */
  simulator?: { url: string; token: string; application_id: string };
}

export interface DataDirLock {
  /** Says where we can be reached: to a second program, to the doctor, to tests. */
  announce(about: Omit<RunningProgram, 'pid'>): Promise<void>;
  release(): Promise<void>;
}

/** Nothing tells whether another program uses the folder. */
export class DiskWithoutLocks extends StartupError {
  constructor(dataDir: string) {
    super(
      `The disk of ${dataDir} gives no locks on files, so nothing would keep a second program out. Put the folder on a disk of this ` +
        'machine (--data-dir), or mount this one with locks, as NFS with local_lock=all.',
    );
  }
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
  if (!lock) throw givesLocks(dataDir) ? await alreadyRuns(dataDir) : new DiskWithoutLocks(dataDir);
  const announce: DataDirLock['announce'] = async (about) => {
    const half = `${infoFile}.new`;
    await writeFile(half, JSON.stringify({ pid: process.pid, ...about }), { mode: 0o600 });
    await rename(half, infoFile);
  };
  await announce({});
  return {
    announce,
    async release() {
      await rm(infoFile, { force: true });
      lock.close();
    },
  };
}

async function alreadyRuns(dataDir: string): Promise<StartupError> {
  const other = await findRunningProgram(dataDir);
  return new StartupError(
    `Another program already runs on ${dataDir}${other ? ` (${programInWords(other)})` : ''}` +
      '. Use that one, stop it first, or give this one a folder of its own with --data-dir.',
  );
}

/**
 * Says that this program uses the folder beside others that share it, because their database is elsewhere. Throws a StartupError
 * where one wants it for itself.
 */
export async function shareDataDir(dataDir: string, log: Logger): Promise<Pick<DataDirLock, 'release'>> {
  await mkdir(dataDir, { recursive: true });
  const file = new DatabaseSync(join(dataDir, 'program.lock'));
  try {
    // Whoever reads shares the file until the end of the transaction.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN; SELECT * FROM sqlite_schema');
  } catch (error) {
    file.close();
    if (isBusy(error) && givesLocks(dataDir)) throw await alreadyRuns(dataDir);
    // As on some network disks. A shared folder works without locks.
    log.warn(
      { err: error },
      'the disk of the data folder gives no locks: a restore into it would not notice this program',
    );
    return { release: async () => undefined };
  }
  return { release: async () => file.close() };
}

/** What the program on this folder said about itself; it may have been killed since. */
export async function findRunningProgram(dataDir: string): Promise<RunningProgram | undefined> {
  const text = await readFile(join(dataDir, 'program.json'), 'utf8').catch(ignoreMissing);
  return text ? JSON.parse(text) : undefined;
}

/** The program that runs on this folder, unless it is this one. */
export async function findOtherProgram(dataDir: string): Promise<RunningProgram | undefined> {
  const program = await findRunningProgram(dataDir);
  if (!program || program.pid === process.pid) return undefined;
  const lock = openExclusively(join(dataDir, 'program.lock'));
  lock?.close();
  return lock ? undefined : program;
}

/** For people. */
export const programInWords = ({ pid, address }: RunningProgram) =>
  `process ${pid}${address ? `, ${address}` : ''}`;

/** The lock's holder, or `undefined` when someone else has it. */
function openExclusively(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** SQLite says "busy" of a locked file and of a disk without locks alike. Nobody else can have locked this file. */
function givesLocks(dataDir: string): boolean {
  const path = join(dataDir, `program.lock.${randomUUID()}`);
  try {
    const probe = openExclusively(path);
    probe?.close();
    return Boolean(probe);
  } finally {
    rmSync(path, { force: true });
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;
