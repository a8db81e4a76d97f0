import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { makeFolder } from '../files/make-folder.ts';
import { requireFreeRoom } from './free-room.ts';

/** A folder for files that are needed while something is done with them, and how much of its disk they leave free. */
export interface Spool {
  folder: string;
  kept_free_bytes: number;
}

/** A folder of one's own in it. Whoever asks for it removes it. */
export async function makeSpoolFolder({ folder }: Spool): Promise<string> {
  await makeFolder(folder, 0o700);
  return mkdtemp(join(folder, 'folder-'));
}

/** Refuses where there is too little room for so many bytes more. */
export const requireSpoolRoom = ({ folder, kept_free_bytes }: Spool, bytes = 0): Promise<void> =>
  requireFreeRoom(folder, kept_free_bytes + bytes);

/** What nobody has written to for so long is of a process that has ended. */
const LEFT_MS = 24 * 3_600_000;

/** Removes what processes have left there that ended while they were at work. */
export async function removeLeft(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name);
    if (Date.now() - (await lastWritten(path)) > LEFT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Of a folder: when something was last written to anything in it. Whatever goes meanwhile is in use. */
async function lastWritten(path: string): Promise<number> {
  const found = await stat(path).catch(ignoreMissing);
  if (!found) return Infinity;
  const names = found.isDirectory() ? await readdir(path).catch(ignoreMissing) : [];
  if (!names) return Infinity;
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => lastWritten(join(path, name))))));
}
