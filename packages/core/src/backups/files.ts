import { Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import { measuring } from '../platform/storage/known-bytes.ts';
import { damagedMax, storageProblem } from '../platform/storage/problem.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem } from './problem.ts';

/**
 * The columns that name files in storage, and what is known of their SHA-256 as hexadecimal digits. A test compares this with
 * the database. `where`: rows are named before their files
 * come, and keep the name until somebody clears up after them, so only those of them whose files are there to be used.
 * `earlier`: what names them in schemas without the column, of which backups are made before an upgrade.
 */
export const fileColumns = [
  {
    table: 'stored_files',
    column: 'storage_key',
    sha256: "encode(sha256, 'hex')",
    earlier: "encode(sha256, 'hex')",
  },
  { table: 'data_requests', column: 'file_key', sha256: 'file_sha256', where: "state = 'done'" },
  { table: 'transcript_downloads', column: 'file_key', sha256: 'file_sha256', where: "state = 'done'" },
  { table: 'server_exports', column: 'file_key', sha256: 'file_sha256', where: "state = 'done'" },
  {
    table: 'import_uploads',
    column: 'file_key',
    sha256: 'file_sha256',
    where: "state in ('checking', 'checked', 'confirmed', 'failed')",
  },
] as const satisfies readonly {
  table: string;
  column: string;
  sha256: string;
  where?: string;
  earlier?: string;
}[];

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

interface NamedFile {
  key: string;
  /** Null where nothing is known of it. */
  sha256: string | null;
}

/** A select of the files that rows name. In an older schema less is known of them. */
async function selectOfNamed(client: pg.ClientBase): Promise<string> {
  const { rows: there } = await client.query<{ name: string; table: string }>(
    "select table_name || '.' || column_name as name, table_name as table from information_schema.columns where table_schema = 'public'",
  );
  const present = new Set(there.flatMap(({ name, table }) => [name, table]));
  const selects = fileColumns.flatMap(({ table, column, sha256, ...more }) => {
    const key = present.has(`${table}.${column}`)
      ? column
      : 'earlier' in more && present.has(table) && more.earlier;
    if (!key) return [];
    const known = sha256 !== 'file_sha256' || present.has(`${table}.${sha256}`) ? sha256 : 'null';
    const only = 'where' in more ? ` and ${more.where}` : '';
    return [`select ${key} as key, ${known} as sha256 from public.${table} where ${key} is not null${only}`];
  });
  return selects.join(' union ') || 'select null as key, null as sha256 where false';
}

/** The files that rows of a snapshot name, some at a time. */
async function* namedFiles(client: pg.ClientBase): AsyncGenerator<NamedFile[], void> {
  const select = await selectOfNamed(client);
  await client.query(`declare named_files no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query<NamedFile>(`fetch ${BATCH} from named_files`);
    if (!rows.length) return;
    yield rows;
  }
}

/** Files whose bytes are not those that their rows know: how many, and the first of them. */
export interface DamagedFiles {
  count: number;
  keys: string[];
}

const NAMED_MAX = 20;

function noteDamage(damaged: DamagedFiles, key: string): void {
  damaged.count += 1;
  if (damaged.keys.length < NAMED_MAX) damaged.keys.push(key);
}

/** Looks which files of a backup are others than the restored rows know. */
export async function compareFiles(
  client: pg.ClientBase,
  files: AsyncIterable<KeptFile>,
  damaged: DamagedFiles,
): Promise<void> {
  const select = await selectOfNamed(client);
  let batch: KeptFile[] = [];
  const compare = async () => {
    const { rows } = await client.query<NamedFile>(`select * from (${select}) named where key = any($1)`, [
      batch.map(({ key }) => key),
    ]);
    const known = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
    for (const { key, sha256 } of batch) if ((known.get(key) ?? sha256) !== sha256) noteDamage(damaged, key);
    batch = [];
  };
  for await (const file of files) if (batch.push(file) === BATCH) await compare();
  if (batch.length) await compare();
}

/** Says which files are damaged, and what to do, for an operator. */
export function damageInWords({ count, keys }: DamagedFiles): string {
  const more = count - keys.length;
  return (
    `${count === 1 ? '1 file is' : `${count} files are`} damaged: their bytes are not those that were stored, or cannot be read. ` +
    `They are kept as they are, and not given out: ${keys.join(', ')}${more ? ` and ${more} more` : ''}. ` +
    'Put them back into storage from an earlier backup, where they lie in files/.'
  );
}

const tooManyUnreadable = ({ keys }: DamagedFiles) =>
  `More than ${damagedMax} of the stored files cannot be read, so no backup is made without them. Check their disk, ` +
  `their owner and their permissions. If some are lost for good, delete them: a backup is made without missing files. Among them: ${keys.join(', ')}.`;

/** Copies those files into a backup, and says of each what it is. `count` is told what became of them, `damaged` which are. */
export async function* copyFiles(
  client: pg.ClientBase,
  storage: Storage,
  { place, folder }: { place: BackupPlace; folder: string },
  count: { count: number; bytes: number; missing: number },
  damaged: DamagedFiles,
): AsyncGenerator<KeptFile, void> {
  let unreadable = 0;
  for await (const files of namedFiles(client))
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const copied = await Promise.all(
        files.slice(at, at + AT_ONCE).map(async ({ key, sha256 }) => {
          const file = await copyFile(storage, { place, folder }, key).catch((error: unknown) => {
            if (storageProblem(error)?.trouble !== 'damaged') throw error;
            // The others are worth a backup without it.
            noteDamage(damaged, key);
            unreadable += 1;
            if (unreadable > damagedMax)
              throw new BackupProblem(tooManyUnreadable(damaged), { cause: error });
            return 'unreadable' as const;
          });
          if (file && file !== 'unreadable' && sha256 !== null && file.sha256 !== sha256)
            noteDamage(damaged, key);
          return file;
        }),
      );
      for (const file of copied) {
        if (file === 'unreadable') continue;
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
  const passing = measuring();
  try {
    await place.write(
      `${folder}/${pathOfFile(key)}`,
      Readable.from(passing.through(found.stream), { objectMode: false }),
    );
  } finally {
    // Also where nothing was read of it.
    found.stream.destroy();
  }
  return { key, ...passing.done() };
}
