import { AppError } from '@tickets/contract/platform/errors';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import type { Context } from '../../platform/context.ts';
import { oneByOne } from '../../platform/effects/one-by-one.ts';
import { readSigned } from '../../platform/storage/file-links.ts';
import { measured } from '../format/zip.ts';
import { arrived, receive } from './receive.ts';
import {
  dropFile,
  dropFiles,
  findUpload,
  moveUpload,
  nameOf,
  requireFree,
  type UploadRow,
} from './upload-rows.ts';

/** How long it is told what was imported. */
const rowKeptMs = 30 * 24 * 3_600_000;
/** Whoever sends slowly is still at it when their address takes no new file. */
const arrivingMs = importLimits.address_ms + 60 * 60_000;

/** The archive for which a signed address was made; refused where its time is over, or it was used. */
export async function uploadBehind(ctx: Context, token: string): Promise<UploadRow> {
  const [upload_id, expires] = readSigned(ctx, token, 'upload')?.split('.') ?? [];
  const isOver = !upload_id || Number(expires) < ctx.clock.now().getTime();
  return requireFree(isOver ? undefined : await findUpload(ctx.db, upload_id));
}

/** Takes the file that was sent to such an address, if it is the one that was announced. */
export async function receiveAnnounced(
  ctx: Context,
  row: UploadRow,
  file: {
    content_type: string | undefined;
    content_length: string | undefined;
    bytes: AsyncIterable<Uint8Array>;
  },
): Promise<void> {
  const isSame = file.content_type === row.content_type && file.content_length === row.announced_bytes;
  if (!isSame) throw new AppError('import.not_as_announced');
  await receive(ctx, row, { bytes: file.bytes, name: nameOf(row) });
}

/** Looks for archives that were sent to a bucket, of which nobody tells us. */
export async function lookForArrivals(ctx: Context): Promise<void> {
  if (!ctx.storage.uploadUrl) return;
  const awaited = await ctx.db
    .selectFrom('import_uploads')
    .where('state', '=', 'awaited')
    .where('announced_bytes', 'is not', null)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - arrivingMs))
    .select('upload_id')
    .execute();
  await oneByOne(ctx, awaited, {
    work: ({ upload_id }) => lookFor(ctx, upload_id),
    later: 'an archive that may have come was not looked at; it is in a minute',
  });
}

async function lookFor(ctx: Context, upload_id: string): Promise<void> {
  const row = await findUpload(ctx.db, upload_id);
  const file = row?.file_key ? await ctx.storage.get(row.file_key) : undefined;
  if (!row || !file) return;
  const read = measured(file.stream);
  for await (const _ of read.stream);
  const { bytes, sha256 } = read.done();
  const name = nameOf(row);
  if (String(bytes) !== row.announced_bytes) {
    await moveUpload(ctx.db, row, {
      state: 'refused',
      problem: new AppError('import.not_as_announced').message,
    });
    await dropFiles(ctx, [row]);
  } else
    await arrived(ctx, row, { name, file_bytes: bytes, file_sha256: sha256 }).catch((error: unknown) => {
      // Written down already.
      if (!(error instanceof AppError)) throw error;
    });
}

/** Whether the file of one that is discarded is on its way, or can be sent to a bucket without us. */
function mayStillCome(
  { storage, clock }: Context,
  { state, origin, file_bytes, arriving_at, created_at }: UploadRow,
): boolean {
  if (state !== 'discarded' || file_bytes !== null) return false;
  const since = storage.uploadUrl || origin === 'copy' ? created_at : arriving_at;
  return since !== null && clock.now().getTime() - since.getTime() < arrivingMs;
}

/** Removes files that nobody wants any more, and forgets what was imported a month ago. */
export async function purgeImports(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('import_uploads')
    .set({ state: 'discarded' })
    .where('state', 'in', ['awaited', 'checked'])
    .where('expires_at', '<=', now)
    .execute();
  const over = await ctx.db
    .selectFrom('import_uploads')
    .where('file_key', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['refused', 'discarded', 'done']),
        eb.and([eb('state', '=', 'failed'), eb('expires_at', '<=', now)]),
      ]),
    )
    .selectAll()
    .execute();
  for (const row of over) if (!mayStillCome(ctx, row)) await dropFile(ctx, row);
  await ctx.db
    .deleteFrom('import_uploads')
    .where('file_key', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - rowKeptMs))
    .execute();
}
