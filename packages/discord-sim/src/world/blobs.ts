import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of attachments, avatars and icons. */
export interface BlobStore {
  put(id: string, bytes: Uint8Array): void;
  get(id: string): Uint8Array | undefined;
  delete(id: string): void;
}

export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: (id, bytes) => void blobs.set(id, bytes),
    get: (id) => blobs.get(id),
    delete: (id) => void blobs.delete(id),
  };
}

export function folderBlobs(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true });
  const pathOf = (id: string) => {
    if (!/^[\w-]+$/.test(id)) throw new Error(`not a blob id: ${id}`);
    return join(folder, id);
  };
  return {
    put: (id, bytes) => writeFileSync(pathOf(id), bytes, { mode: 0o600 }),
    get(id) {
      try {
        return readFileSync(pathOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    delete: (id) => rmSync(pathOf(id), { force: true }),
  };
}
