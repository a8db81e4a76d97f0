import { Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import type { Storage } from '../platform/storage/storage.ts';
import type { BackupPlace } from './place.ts';
import { hashing } from './snapshot.ts';

/**
 * The columns that name files in storage. A test compares this with the database. `where`: rows are named before their files
 * come, and keep the name until somebody clears up after them, so only those of them whose files are there to be used.
 */
export const fileColumns = [
  { table: 'stored_files', column: 'storage_key' },
  { table: 'data_requests', column: 'file_key', where: "state = 'done'" },
  { table: 'transcript_downloads', column: 'file_key', where: "state = 'done'" },
  { table: 'server_exports', column: 'file_key', where: "state = 'done'" },
  {
    table: 'import_uploads',
    column: 'file_key',
    where: "state in ('checking', 'checked', 'confirmed', 'failed')",
  },
] as const satisfies readonly { table: string; column: string; where?: string }[];

/** Columns that are called like those, and why they are none of them. */
export const noFiles: Readonly<Record<string, string>> = {
  'files_to_remove.storage_key': 'These files go, unless a row of stored_files names them.',
};

export const KeptFile = z.object({
  key: z.string().regex(/^[0-9a-f]{16,128}$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type KeptFile = z.infer<typeof KeptFile>;

const BATCH = 500;
const AT_ONCE = 4;

/** Where the bytes of a file are in a backup. */
export const pathOfFile = (key: string) => `files/${key.slice(0, 2)}/${key}`;

/** The files that rows of a snapshot name, some at a time. */
export async function* namedFiles(client: pg.ClientBase): AsyncGenerator<string[], void> {
  const { rows: there } = await client.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const present = new Set(there.map(({ name }) => name));
  const selects = fileColumns
    .filter(({ table, column }) => present.has(`${table}.${column}`))
    .map(
      ({ table, column, ...only }) =>
        `select ${column} as key from public.${table} where ${column} is not null${'where' in only ? ` and ${only.where}` : ''}`,
    );
  if (!selects.length) return;
  await client.query(`declare named_files no scroll cursor for ${selects.join(' union ')}`);
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${BATCH} from named_files`);
    if (!rows.length) return;
    yield rows.map(({ key }) => key);
  }
}

/** Copies those files into a backup, and says of each what it is. `count` is told what became of them. */
export async function* copyFiles(
  client: pg.ClientBase,
  storage: Storage,
  { place, folder }: { place: BackupPlace; folder: string },
  count: { count: number; bytes: number; missing: number },
): AsyncGenerator<KeptFile, void> {
  for await (const keys of namedFiles(client))
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const copied = await Promise.all(
        keys.slice(at, at + AT_ONCE).map(async (key) => copyFile(storage, { place, folder }, key)),
      );
      for (const file of copied) {
        if (!file) {
          count.missing += 1;
          continue;
        }
        count.count += 1;
        count.bytes += file.bytes;
        yield file;
      }
    }
}

/** Undefined where there is no such file: its upload never ended, or it was removed in this very moment. */
async function copyFile(
  storage: Storage,
  { place, folder }: { place: BackupPlace; folder: string },
  key: string,
): Promise<KeptFile | undefined> {
  const found = await storage.get(key);
  if (!found) return undefined;
  const hash = hashing();
  let bytes = 0;
  async function* read(stream: Readable) {
    for await (const chunk of stream) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await place.write(
      `${folder}/${pathOfFile(key)}`,
      Readable.from(read(found.stream), { objectMode: false }),
    );
  } finally {
    // Also where nothing was read of it.
    found.stream.destroy();
  }
  return { key, bytes, sha256: hash.digest('hex') };
}
