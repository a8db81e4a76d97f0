import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { freeBytesOf, keptFreeBytes, whileThereIsRoom } from '../platform/storage/free-room.ts';
import type { Bucket } from '../platform/storage/s3.ts';
import { manifestPath } from './manifest.ts';

/** Where backups are kept, each in a folder of its own. Paths are relative and have slashes. */
export interface BackupPlace {
  /** For people. */
  name: string;
  write(path: string, source: Readable): Promise<void>;
  /** Puts a few bytes in the place of as many that are there. */
  replace(path: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is no such file. */
  read(path: string): Promise<Readable | undefined>;
  /** The folders that are there. */
  list(): Promise<string[]>;
  /** All files in a folder, with paths from there. */
  sizes(folder: string): AsyncIterable<{ path: string; bytes: number }>;
  /** Everything in a folder, its manifest first: half a backup is not to be taken for a whole one. */
  remove(folder: string): Promise<void>;
  /** How an operator names a backup that lies there. */
  nameOf(folder: string): string;
}

/** Throws why nothing can be kept there, after a look that leaves nothing behind. */
export async function checkPlace(place: BackupPlace): Promise<void> {
  // A folder without a manifest is no backup.
  const folder = `probe-${randomUUID()}`;
  try {
    await place.write(`${folder}/probe`, Readable.from([Buffer.from('x')]));
  } finally {
    await place.remove(folder);
  }
}

const inMiB = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MiB`;

/** On the disk of the database too a backup leaves it enough to go on. */
export function folderPlace(given: string, kept_free_bytes = keptFreeBytes): BackupPlace {
  const folder = resolve(given);
  const requireRoom = async () => {
    const free = await freeBytesOf(folder);
    if (free < kept_free_bytes)
      throw new Error(`its disk has ${inMiB(free)} left, and backups leave ${inMiB(kept_free_bytes)} free`);
  };
  return {
    name: folder,
    nameOf: (backup) => join(folder, backup),
    async write(path, source) {
      const full = join(folder, path);
      await makeFolder(dirname(full), 0o700);
      // What lies there already is not ours to change.
      const file = await open(full, 'wx', 0o600);
      try {
        await file.writeFile(whileThereIsRoom(source, requireRoom));
        await file.sync();
        await file.close();
      } catch (error) {
        // What ends in the middle, as a file of storage that cannot be read to its end, is no part of a backup.
        await file.close();
        await rm(full, { force: true });
        throw error;
      }
    },
    async replace(path, bytes) {
      // Never empty on the way, and not made anew where somebody has removed it.
      await writeFile(join(folder, path), bytes, { flag: 'r+' });
    },
    async read(path) {
      const file = await open(join(folder, path)).catch(ignoreMissing);
      return file?.createReadStream({ highWaterMark: 256 * 1024 });
    },
    async list() {
      const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
      return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    sizes: (backup) => sizesIn(join(folder, backup), ''),
    async remove(backup) {
      await rm(join(folder, backup, manifestPath), { force: true });
      await rm(join(folder, backup), { recursive: true, force: true });
    },
  };
}

async function* sizesIn(root: string, below: string): AsyncGenerator<{ path: string; bytes: number }, void> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* sizesIn(root, `${path}/`);
    const found = entry.isFile() ? await lstat(join(root, path)).catch(ignoreMissing) : undefined;
    if (found) yield { path, bytes: found.size };
  }
}

const REMOVED_AT_ONCE = 8;

export function bucketPlace(bucket: Bucket, prefix: string, shown: string): BackupPlace {
  const key = (path: string) => [prefix, path].filter(Boolean).join('/');
  return {
    name: shown,
    nameOf: (backup) => `${shown.replace(/\/$/, '')}${shown.endsWith(':') ? '' : '/'}${backup}`,
    async write(path, source) {
      await bucket.putStream(key(path), source);
    },
    async replace(path, bytes) {
      await bucket.put(key(path), bytes);
    },
    async read(path) {
      return (await bucket.get(key(path)))?.stream;
    },
    async list() {
      const folders: string[] = [];
      for await (const folder of bucket.list(prefix ? `${prefix}/` : '', 'folders')) folders.push(folder);
      return folders;
    },
    async *sizes(backup) {
      const folder = `${key(backup)}/`;
      for await (const found of bucket.sizes(folder))
        yield { path: found.key.slice(folder.length), bytes: found.bytes };
    },
    async remove(backup) {
      await bucket.remove(key(`${backup}/${manifestPath}`));
      let removing: Promise<void>[] = [];
      for await (const found of bucket.list(`${key(backup)}/`, 'keys')) {
        removing.push(bucket.remove(found));
        if (removing.length < REMOVED_AT_ONCE) continue;
        await Promise.all(removing);
        removing = [];
      }
      await Promise.all(removing);
    },
  };
}
