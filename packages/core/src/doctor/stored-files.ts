import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { error, type Finding, ok } from './check.ts';

/** Hashes have no order that means anything, so the first by hash are a sample, and the same one each time. */
const LOOKED_FOR = 20;

/**
 * Whether the files that the database names are where they are kept, by a sample. Some may be lost; where none of them is there, it
 * is the wrong folder or bucket, as when a disk is not mounted. The schema has to be the newest.
 */
export async function storedFiles(
  client: Pick<pg.ClientBase, 'query'>,
  place: string,
  storage: Pick<Storage, 'localPath' | 'get'>,
): Promise<Finding> {
  const { rows } = await client.query<{ storage_key: string }>(
    `select storage_key from stored_files f
     where exists (select from ticket_attachments a where a.sha256 = f.sha256 and a.state = 'stored')
     order by sha256 limit ${LOOKED_FOR}`,
  );
  for (const { storage_key } of rows)
    if (await isThere(storage, storage_key)) return ok(`${place} has stored files`);
  if (!rows.length) return ok('None are stored');
  const none = `None of the ${rows.length} files of members that were looked for is in ${place}`;
  if (!storage.localPath)
    return error(
      `${none}: do S3_BUCKET, S3_ENDPOINT and S3_PREFIX name the right bucket and the right place in it?`,
      'Stop the program, correct them, and start it again. If the files are lost, put those of a backup back, without its two levels of folders.',
    );
  return error(
    `${none}: is its disk mounted, and does DATA_DIR name the right folder?`,
    'Stop the program, mount the disk or correct DATA_DIR, and start it again. If the files are lost, put back the folder "files" of a backup.',
  );
}

async function isThere(
  { localPath, get }: Pick<Storage, 'localPath' | 'get'>,
  key: string,
): Promise<boolean> {
  if (localPath) return Boolean(await stat(localPath(key)).catch(ignoreMissing));
  const found = await get(key);
  found?.stream.destroy();
  return Boolean(found);
}
