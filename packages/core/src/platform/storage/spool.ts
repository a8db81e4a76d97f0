import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
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
