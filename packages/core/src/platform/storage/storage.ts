import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { makeFolder } from '../files/make-folder.ts';
import { freeBytesOf, keptFreeBytes, requireFreeRoom, whileThereIsRoom } from './free-room.ts';
import { knownBytes, type Measured, measuring, readThrough, type StoredFile } from './known-bytes.ts';
import { StorageProblem } from './problem.ts';
import type { Spool } from './spool.ts';

/** Files by key: a content hash, or another hexadecimal number that nobody guesses. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** As put(), piece by piece. */
  putStream(key: string, source: Readable): Promise<Measured>;
  /** Undefined when there is no such file. Where it is known what its bytes hash to, no others are read to their end. */
  get(key: string, sha256?: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** Where a file lies on this machine, for whoever reads it here and there; absent where it lies elsewhere. */
  localPath?(key: string): string;
  /** An address to which a file of this type and size can be sent by PUT; absent where files come through us. */
  uploadUrl?(key: string, file: { content_type: string; bytes: number; expires_ms: number }): Promise<string>;
  /** A text beside the files that says whose they are. Undefined where there is none. */
  mark?: {
    read(): Promise<string | undefined>;
    write(text: string): Promise<void>;
    remove(): Promise<void>;
  };
  /** Where copies lie that are needed for a while. */
  spool: Spool;
  /** Whether a file can be stored now; throws what speaks against it. */
  check(): Promise<void>;
  /** How much room is left; absent where nobody says. */
  freeBytes?(): Promise<number>;
  /** Refuses whatever is not small where the disk on which it would be written has too little left. */
  requireRoom?(): Promise<void>;
  /** What went wrong since the start; absent where nobody counts. */
  failures?: StorageFailures;
}

export interface StorageFailures {
  readonly count: number;
  /** Undefined while there was none. */
  readonly last_at: Date | undefined;
}

/** No key is called like that. */
export const markName = 'tickets-owner.json';

/** What Node says of one file whose bytes cannot be had: of another owner, or on a bad part of the disk. */
const unreadable = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR']);

const tellUnreadable =
  (key: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'code' in error && unreadable.has(String(error.code)))) throw error;
    throw new StorageProblem('damaged', `The stored file ${key} cannot be read: ${error.message}`, {
      cause: error,
      key,
    });
  };

/**
 * Storage in a folder, for its owner alone. A file appears whole or not at all, also after a power cut. So much of the disk it
 * leaves free.
 */
export function diskStorage(
  folder: string,
  { kept_free_bytes = keptFreeBytes, spool_folder = join(folder, 'spool') } = {},
): Storage {
  const markPath = join(folder, markName);
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{16,128}$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  const write = async (
    path: string,
    source: Uint8Array | AsyncIterable<Uint8Array>,
    half: string,
  ): Promise<void> => {
    await makeFolder(dirname(path), 0o700);
    const file = await open(half, 'w', 0o600);
    try {
      await file.writeFile(source);
      await file.sync();
      await file.close();
      await rename(half, path);
    } catch (error) {
      await file.close();
      await rm(half, { force: true });
      throw error;
    }
  };
  const requireRoom = async () => {
    await makeFolder(folder, 0o700);
    await requireFreeRoom(folder, kept_free_bytes);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await requireRoom();
      await write(path, bytes, `${path}.${randomUUID()}`);
    },
    async putStream(key, source) {
      const path = pathOf(key);
      const measured = measuring();
      // Large, so what a killed process left of it is written over by the next try.
      await write(path, measured.through(whileThereIsRoom(source, requireRoom)), `${path}.half`);
      return measured.done();
    },
    async get(key, sha256) {
      const file = await open(pathOf(key)).catch(ignoreMissing).catch(tellUnreadable(key));
      if (!file) return undefined;
      const read = file.createReadStream();
      const stream = readThrough(read, async function* () {
        try {
          yield* read;
        } catch (error) {
          tellUnreadable(key)(error);
        }
      });
      const found = { size: (await file.stat()).size, stream };
      return sha256 === undefined ? found : knownBytes(found, { key, sha256 });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(`${pathOf(key)}.half`, { force: true });
    },
    localPath: pathOf,
    spool: { folder: spool_folder, kept_free_bytes },
    mark: {
      read: () => readFile(markPath, 'utf8').catch(ignoreMissing),
      write: (text) => write(markPath, Buffer.from(text), `${markPath}.${randomUUID()}`),
      remove: () => rm(markPath, { force: true }),
    },
    async check() {
      await requireRoom();
      const probe = join(folder, `check-${randomUUID()}`);
      try {
        await writeFile(probe, 'x');
      } finally {
        await rm(probe, { force: true });
      }
    },
    freeBytes: () => freeBytesOf(folder),
    requireRoom,
  };
}
