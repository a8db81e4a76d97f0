import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { error, type Finding, ok } from './check.ts';

const LOOKED_FOR = 20;

/**
 * Whether the files that the database names are in the data folder. One may be lost; where none of the newest is there, the folder
 * is another one, as with a disk that is not mounted. Asks for the newest schema.
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
     order by created_at desc limit ${LOOKED_FOR}`,
  );
  for (const { storage_key } of rows)
    if (await stat(localPath(storage_key)).catch(ignoreMissing)) return ok(`${folder} has stored files`);
  if (!rows.length) return ok('None are stored');
  return error(
    `None of the ${rows.length} newest files that members sent is in ${folder}: is its disk mounted, and does DATA_DIR name the right folder?`,
    'Stop the program, mount the disk or correct DATA_DIR, and start it again. If the files are lost, put back the folder "files" of a backup.',
  );
}
