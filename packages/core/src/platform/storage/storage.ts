import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Files by key. Keys are hexadecimal content hashes. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  get(key: string): Promise<{ size: number; stream: Readable } | undefined>;
  remove(key: string): Promise<void>;
  /** Whether a file can be stored now; throws what speaks against it. */
  check(): Promise<void>;
}

/** Less is as good as nothing: PostgreSQL's log alone grows by 16 MiB at a time. */
const FREE_BYTES_MIN = 32 * 1024 ** 2;

/** Storage in a folder, for its owner alone. A file appears whole or not at all, also after a power cut. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[0-9a-f]{16,128}$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomUUID()}`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
        await rename(temporary, path);
      } catch (error) {
        await file.close();
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(key) {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return file && { size: (await file.stat()).size, stream: file.createReadStream() };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const probe = join(folder, `check-${randomUUID()}`);
      try {
        await writeFile(probe, 'x');
      } finally {
        await rm(probe, { force: true });
      }
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < FREE_BYTES_MIN) throw new Error(`${folder} has ${bavail * bsize} bytes left`);
    },
  };
}
