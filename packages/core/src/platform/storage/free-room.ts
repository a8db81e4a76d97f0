import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { AppError } from '@tickets/contract/platform/errors';

/** What files of people leave free of a disk: PostgreSQL may lie on it too, and without room for its log it ends. */
export const keptFreeBytes = 256 * 1024 ** 2;
/** How much is written between two looks at what is left. */
const LOOK_EVERY_BYTES = 4 * 1024 ** 2;

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Refuses where a disk has too little left for whatever is not small. */
export async function requireFreeRoom(folder: string, kept = keptFreeBytes): Promise<void> {
  requireFree(folder, await freeBytesOf(folder), kept);
}

/** The same for a process that does nothing else. */
export function requireFreeRoomSync(folder: string, kept: number): void {
  const { bavail, bsize } = statfsSync(folder);
  requireFree(folder, bavail * bsize, kept);
}

function requireFree(folder: string, free: number, kept: number): void {
  if (free >= kept) return;
  const cause = new Error(`${folder} has ${free} bytes left, of which files leave ${kept}`);
  throw new AppError('service.disk_full', { cause });
}

/** The same bytes, as long as there is room for them. */
export async function* whileThereIsRoom(
  source: AsyncIterable<Uint8Array>,
  requireRoom: () => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  let unseen = LOOK_EVERY_BYTES;
  for await (const piece of source) {
    unseen += piece.length;
    if (unseen >= LOOK_EVERY_BYTES) {
      await requireRoom();
      unseen = 0;
    }
    yield piece;
  }
}
