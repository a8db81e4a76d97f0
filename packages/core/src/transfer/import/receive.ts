import { Readable } from 'node:stream';
import { AppError } from '@tickets/contract/platform/errors';
import { megabytes } from '@tickets/contract/platform/uploads';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import type { Context } from '../../platform/context.ts';
import type { Measured } from '../../platform/storage/known-bytes.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { lookAtArchive } from '../reading/any-archive.ts';
import { lacksRoom, withLocalFile } from './local-file.ts';
import { looks } from './queues.ts';
import {
  claimUpload,
  discardReceived,
  dropFiles,
  findUpload,
  moveUpload,
  replaceWaiting,
  type UploadRow,
  workOnImports,
} from './upload-rows.ts';

/** How long a sender waits for a look at what they sent. What was not looked at by then is seen when it is checked. */
const look_wait_ms = 5_000;
/** How much of an archive comes between two looks at whether it is wanted still. */
const wantedEveryBytes = 16 * 1024 ** 2;

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
  let size = 0;
  let looked_at = 0;
  const counted = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytes_max) throw tooLarge(name);
      if (row.announced_bytes !== null && size > Number(row.announced_bytes))
        throw new AppError('import.not_as_announced');
      if (size - looked_at >= wantedEveryBytes) {
        looked_at = size;
        // Another one took its place meanwhile.
        if ((await findUpload(ctx.db, row.upload_id))?.state !== 'awaited')
          throw new AppError('import.upload_gone');
      }
      yield chunk;
    }
    if (row.announced_bytes !== null && size !== Number(row.announced_bytes))
      throw new AppError('import.not_as_announced');
    if (!size) throw new AppError('upload.file_empty', { params: { name } });
  };
  let written: Measured;
  try {
    written = await ctx.storage.putStream(file_key, Readable.from(counted(), { objectMode: false }));
  } catch (error) {
    await discardReceived(ctx.db, row, size);
    // A storage that failed is not asked again now: `purgeImports` removes what it may have kept.
    if (!(error instanceof Error && error.cause instanceof AppError)) throw error;
    await dropFiles(ctx, [row]);
    throw error.cause;
  }
  try {
    return await arrived(ctx, row, { name, file_bytes: written.bytes, file_sha256: written.sha256 });
  } catch (error) {
    await discardReceived(ctx.db, row, written.bytes);
    throw error;
  }
}

/** Looks at an archive that has come as a whole, so that who sent something else hears it at once. A job then checks it. */
export async function arrived(
  ctx: Context,
  row: UploadRow,
  { name, file_bytes, file_sha256 }: { name: string; file_bytes: number; file_sha256: string },
): Promise<UploadRow> {
  const here = { ...row, file_sha256, file_bytes: String(file_bytes) };
  try {
    await withLocalFile(ctx, here, (path) =>
      looks.run(row.guild_id, { wait_ms: look_wait_ms }, () => lookAtArchive(ctx, path)),
    );
  } catch (error) {
    if (error instanceof ArchiveProblem) {
      const { message } = error;
      await moveUpload(ctx.db, row, { state: 'refused', problem: message, file_bytes: String(file_bytes) });
      await dropFiles(ctx, [row]);
      throw new AppError('import.refused', { params: { name, problem: message }, cause: error });
    }
    // It is looked at when it is checked, which waits for room.
    if (!lacksRoom(error)) throw error;
  }
  const set = { state: 'checking', file_bytes: String(file_bytes), file_sha256 } as const;
  const replaced = await ctx.db.transaction().execute(async (tx) => {
    if (!(await moveUpload(tx, row, set))) return undefined;
    await workOnImports(tx, row.guild_id);
    return replaceWaiting(tx, row);
  });
  await dropFiles(ctx, replaced ?? [row]);
  if (!replaced) throw new AppError('import.upload_gone');
  return { ...row, ...set };
}

const tooLarge = (name: string) =>
  new AppError('upload.file_too_large', { params: { name, limit: megabytes(importLimits.file_bytes) } });
