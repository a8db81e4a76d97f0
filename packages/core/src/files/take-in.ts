import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { isLost, lockFile, StorageError } from './attachments.ts';
import { holdRoom, useRoom } from './room.ts';
import { removeLater, removeUploaded } from './unused.ts';

/** And its upload less than this, and what names it afterwards. */
const uploadingMs = 6 * 3_600_000;

/** Bytes that were put into storage, and that no row names yet. */
export interface TakenFile {
  sha256: string;
  /** Null where a copy was there already. */
  storage_key: string | null;
}

/** The file was removed just now, by whoever forgot the last message with it. To be tried again. */
export class FileGone extends Error {}

/** Puts a file into storage that came in another way than from Discord, unless it is there. Nothing names it yet. */
export async function takeIn(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  sha256: string,
  open: () => Promise<Readable>,
): Promise<TakenFile> {
  const there = await findFile(db, sha256);
  if (there !== undefined && !(await isLost({ db, storage }, there))) return { sha256, storage_key: null };
  const storage_key = there ?? `${sha256}${randomBytes(8).toString('hex')}`;
  // Whoever dies meanwhile leaves bytes that nothing names.
  await db.transaction().execute((tx) => removeLater(tx, storage_key, uploadingMs));
  await storage.putStream(storage_key, await open()).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(`A file could not be stored: ${why}`, { cause: error });
  });
  return { sha256, storage_key: there === undefined ? storage_key : null };
}

/** Names such a file in the transaction in which an attachment begins to use it. Files are named in the order of their hashes. */
export async function nameTaken(
  tx: Tx,
  { sha256, storage_key }: TakenFile,
  { size, content_type }: { size: number; content_type: string | null },
): Promise<void> {
  const hash = Buffer.from(sha256, 'hex');
  await lockFile(tx, hash);
  if ((await findFile(tx, sha256)) !== undefined) {
    if (storage_key) await removeUploaded(tx, storage_key);
    return;
  }
  if (!storage_key) throw new FileGone(`the file ${sha256} was removed meanwhile`);
  // One that is being copied for somebody else finds ours when it is done.
  await tx
    .insertInto('stored_files')
    .values({ sha256: hash, size, content_type, storage_key })
    .onConflict((oc) => oc.column('sha256').doUpdateSet({ size, storage_key }))
    .execute();
  await tx.deleteFrom('files_to_remove').where('storage_key', '=', storage_key).execute();
}

/** Where a copy is, whole: one that is being made has no attachment that is stored. */
async function findFile(db: Db | Tx, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select f.storage_key from stored_files f where f.sha256 = ${Buffer.from(sha256, 'hex')}
      and exists (select from ticket_attachments a where a.sha256 = f.sha256 and a.state = 'stored')`.execute(
    db,
  );
  return rows[0]?.storage_key;
}

/** Counts files as a server's, as far as it may keep them. Returns how many of these sizes fit, from the first one on. */
export async function takeSpaceFor(
  ctx: Pick<Context, 'config' | 'log'>,
  tx: Tx,
  guild_id: string,
  sizes: readonly number[],
): Promise<boolean[]> {
  if (!sizes.length) return [];
  const before = await holdRoom(tx, guild_id);
  let after = before;
  const fits = sizes.map((size) => {
    if (after + size > ctx.config.attachments.guild_bytes_max) return false;
    after += size;
    return true;
  });
  await useRoom(ctx, tx, guild_id, { before, after });
  return fits;
}
