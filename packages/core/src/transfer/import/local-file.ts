import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '../../platform/context.ts';
import { toldOfDatabase } from '../../platform/db/outage.ts';
import { whileThereIsRoom } from '../../platform/storage/free-room.ts';
import { makeSpoolFolder, requireSpoolRoom } from '../../platform/storage/spool.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { UploadRow } from './upload-rows.ts';

/** Runs `use` with an uploaded file on this machine's disk, once it is sure that it is the one that was received. */
export async function withLocalFile<T>(
  { storage }: Pick<Context, 'storage'>,
  { file_key, file_sha256, file_bytes }: Pick<UploadRow, 'file_key' | 'file_sha256' | 'file_bytes'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (!file_key) throw gone();
  if (storage.localPath) {
    const path = storage.localPath(file_key);
    if (file_sha256 && (await hashOf(path)) !== file_sha256) throw changed();
    return use(path);
  }
  const { spool } = storage;
  const folder = await makeSpoolFolder(spool);
  try {
    await requireSpoolRoom(spool, Number(file_bytes));
    const path = join(folder, randomUUID());
    const file = await storage.get(file_key);
    if (!file) throw gone();
    const withinRoom = (pieces: AsyncIterable<Uint8Array>) =>
      whileThereIsRoom(pieces, () => requireSpoolRoom(spool));
    await pipeline(file.stream, withinRoom, createWriteStream(path, { mode: 0o600 }));
    if (file_sha256 && (await hashOf(path)) !== file_sha256) throw changed();
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw gone();
    throw error;
  }
  return hash.digest('hex');
}

/** Whether the disk has too little left for a copy, or for what is made of it. */
export const lacksRoom = (error: unknown): boolean =>
  (error instanceof AppError ? error : toldOfDatabase(error))?.code === 'service.disk_full';

const gone = () => new ArchiveProblem('it is not kept any more. Upload it again');
const changed = () =>
  new ArchiveProblem('it is another file now than the one that was checked. Upload it again');
