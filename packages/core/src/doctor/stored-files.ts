import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { error, type Finding, ok } from './check.ts';

/** Hashes have no order that means anything, so the first by hash are a sample, and the same one each time. */
const LOOKED_FOR = 20;

/**
 * Whether the files that the database names are in the data folder, by a sample. Some may be lost; where none of them is there, it
 * is the wrong folder, as when a disk is not mounted. The schema has to be the newest.
 */
export async function storedFiles(
  client: Pick<pg.ClientBase, 'query'>,
  folder: string,
  { localPath }: Pick<Storage, 'localPath'>,
): Promise<Finding> {
  if (!localPath) return ok('They are kept in a bucket');
  const { rows } = await client.query<{ storage_key: string }>(
    `select storage_key from stored_files f
     where exists (select from ticket_attachments a where a.sha256 = f.sha256 and a.state = 'stored')
     order by sha256 limit ${LOOKED_FOR}`,
  );
  for (const { storage_key } of rows)
    if (await stat(localPath(storage_key)).catch(ignoreMissing)) return ok(`${folder} has stored files`);
  if (!rows.length) return ok('None are stored');
  return error(
    `None of the ${rows.length} files of members that were looked for is in ${folder}: is its disk mounted, and does DATA_DIR name the right folder?`,
    'Stop the program, mount the disk or correct DATA_DIR, and start it again. If the files are lost, put back the folder "files" of a backup.',
  );
}
