import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@tickets/contract/platform/errors';
import { megabytes } from '@tickets/contract/platform/uploads';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import type { Context } from '../../platform/context.ts';
import { archiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { openAnyArchive } from './any-archive.ts';
import { withLocalFile } from './local-file.ts';
import { claimUpload, moveUpload, replaceWaiting, type UploadRow, workOnImports } from './upload-rows.ts';

/** Takes in the bytes of an archive while they come, and has it checked. Throws what its sender is told. */
export async function receive(
  ctx: Context,
  row: UploadRow,
  {
    bytes,
    name,
    bytes_max = importLimits.file_bytes,
  }: { bytes: AsyncIterable<Uint8Array>; name: string; bytes_max?: number },
): Promise<UploadRow> {
  const { file_key } = row;
  if (!file_key || row.state !== 'awaited') throw new AppError('import.address_over');
  await claimUpload(ctx, row);
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytes_max) throw tooLarge(name);
      if (row.announced_bytes !== null && size > Number(row.announced_bytes))
        throw new AppError('import.not_as_announced');
      hash.update(chunk);
      yield chunk;
    }
    if (row.announced_bytes !== null && size !== Number(row.announced_bytes))
      throw new AppError('import.not_as_announced');
    if (!size) throw new AppError('upload.file_empty', { params: { name } });
  };
  try {
    await ctx.storage.putStream(file_key, Readable.from(counted(), { objectMode: false }));
  } catch (error) {
    await moveUpload(ctx.db, row, { state: 'discarded' });
    throw error instanceof Error && error.cause instanceof AppError ? error.cause : error;
  }
  return arrived(ctx, row, { name, file_bytes: size, file_sha256: hash.digest('hex') });
}

/** What has come as a whole is looked at at once, so that whoever sent something else is told so, and then checked by a job. */
export async function arrived(
  ctx: Context,
  row: UploadRow,
  { name, file_bytes, file_sha256 }: { name: string; file_bytes: number; file_sha256: string },
): Promise<UploadRow> {
  const here = { ...row, file_sha256 };
  try {
    await withLocalFile(ctx, here, async (path) => {
      await using _ = await openAnyArchive(ctx, path, archiveLimits);
    });
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    const { message } = error;
    await moveUpload(ctx.db, row, { state: 'refused', problem: message, file_bytes: String(file_bytes) });
    throw new AppError('import.refused', { params: { name, problem: message }, cause: error });
  }
  const set = { state: 'checking', file_bytes: String(file_bytes), file_sha256 } as const;
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await moveUpload(tx, row, set))) throw new AppError('import.upload_gone');
    await replaceWaiting(tx, row);
    await workOnImports(tx, row.guild_id);
  });
  return { ...row, ...set };
}

const tooLarge = (name: string) =>
  new AppError('upload.file_too_large', { params: { name, limit: megabytes(importLimits.file_bytes) } });
