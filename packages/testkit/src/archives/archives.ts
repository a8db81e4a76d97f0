import { buffer } from 'node:stream/consumers';
import type { UserCall } from '@tickets/core/access/caller';
import type { Context } from '@tickets/core/platform/context';
import { exportOf } from '@tickets/core/transfer/export/write-export';
import { findUpload } from '@tickets/core/transfer/import/upload-rows';
import { startImport } from '@tickets/core/transfer/import/uploads';
import { workOnServer } from '@tickets/core/transfer/import/work';

/** The archive of a server, as it is now. */
export const archiveOf = (
  ctx: Context,
  guild_id: string,
  contents: 'everything' | 'setup' | 'tickets' = 'everything',
): Promise<Buffer> => buffer(exportOf(ctx, { guild_id, contents }));

/** A file as it comes over the wire. */
export async function* asFile(bytes: Buffer, field = 'data_file') {
  const pieces = async function* () {
    for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
  };
  yield { field, name: 'server.zip', content_type: 'application/zip', bytes: pieces() };
}

/** Sends an archive by somebody, and lets the program work on it. Returns what became of it. */
export async function importArchive(
  call: UserCall,
  guild_id: string,
  bytes: Buffer,
  { field = 'data_file', preview = false } = {},
) {
  const { uploads } = await startImport(call, guild_id, { files: asFile(bytes, field), preview });
  await workOnServer(call, { guild_id });
  const row = await findUpload(call.db, uploads[0]?.upload_id ?? '');
  if (!row) throw new Error('nothing was received');
  return row;
}
