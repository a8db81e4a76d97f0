import { randomBytes } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { ImportFileType, ImportUpload } from '@tickets/contract/transfer/transfer';
import { ImportReport } from '@tickets/contract/transfer/transfer';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { ImportUploads } from '../../platform/db/schema.generated.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { takeTurn } from '../../servers/hold-guild.ts';
import { boundedReport } from './report.ts';

export type UploadRow = Selectable<ImportUploads>;

/** The name of an archive in what its sender is told. */
export const nameOf = ({ file_name, file_type }: Pick<UploadRow, 'file_name' | 'file_type'>): string =>
  file_name ?? `${file_type}.zip`;

/** In whose name it is checked and imported: whoever asked for that last, not always its sender. Null: the operator. */
export const askedLastBy = ({ confirmed_by, asked_by }: Pick<UploadRow, 'confirmed_by' | 'asked_by'>) =>
  confirmed_by ?? asked_by;

export interface NewUpload {
  guild_id: string;
  /** Null: the operator. */
  asked_by: string | null;
  file_type: ImportFileType;
  origin?: 'upload' | 'copy';
  preview: boolean;
  content_type: string;
  announced_bytes?: number;
  file_name?: string;
}

/** So many archives may wait for their import in one server. */
const waitingMax = 5;
/** And as much of what was sent for a server, or by a person, is kept at once: as many archives of the largest size. */
const keptBytesMax = waitingMax * importLimits.file_bytes;

/** Makes room for an archive that is to come, in place of one of its type that has not come. */
export async function beginUpload(ctx: Context, upload: NewUpload): Promise<UploadRow> {
  const { guild_id, file_type, origin = 'upload', announced_bytes } = upload;
  const now = ctx.clock.now();
  await ctx.storage.requireRoom?.();
  let replaced: UploadRow[] = [];
  const row = await ctx.db.transaction().execute(async (tx) => {
    await takeTurn(tx, guild_id);
    if (origin === 'upload') await requireRoom(tx, guild_id);
    else replaced = await replaceWaiting(tx, { guild_id, file_type, origin });
    await discardOf(tx, upload).where('state', '=', 'awaited').execute();
    if (upload.asked_by) await requireBytes(tx, { ...upload, asked_by: upload.asked_by });
    return tx
      .insertInto('import_uploads')
      .values({
        guild_id,
        asked_by: upload.asked_by,
        file_type,
        origin,
        preview: upload.preview,
        content_type: upload.content_type,
        announced_bytes: announced_bytes ?? null,
        file_name: upload.file_name ?? null,
        // Before the file, so that none is there of which no row tells.
        file_key: randomBytes(16).toString('hex'),
        created_at: now,
        expires_at: new Date(now.getTime() + importLimits.kept_ms),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  await dropFiles(ctx, replaced);
  return row;
}

/** What takes one another's place. */
type Replaceable = Pick<NewUpload, 'guild_id' | 'file_type' | 'origin'>;

const discardOf = (tx: Tx, { guild_id, file_type, origin = 'upload' }: Replaceable) =>
  tx
    .updateTable('import_uploads')
    .set({ state: 'discarded' })
    .where('guild_id', '=', guild_id)
    .where('file_type', '=', file_type)
    .where('origin', '=', origin);

/** Counts also what was replaced, as long as it lies there; but not what never came. The operator's own room is the disk's. */
async function requireBytes(
  tx: Tx,
  { guild_id, asked_by, announced_bytes = importLimits.file_bytes }: NewUpload & { asked_by: string },
): Promise<void> {
  const { rows } = await sql<{ most: string }>`
    select greatest(
      coalesce(sum(bytes) filter (where guild_id = ${guild_id}), 0), coalesce(sum(bytes) filter (where asked_by = ${asked_by}), 0)
    ) as most
    from (
      select guild_id, asked_by, coalesce(file_bytes, announced_bytes, ${importLimits.file_bytes}) as bytes from import_uploads
      where (guild_id = ${guild_id} or asked_by = ${asked_by}) and file_key is not null
        and (state <> 'discarded' or arriving_at is not null)) as kept`.execute(tx);
  if (Number(rows[0]?.most) + announced_bytes > keptBytesMax) throw new AppError('import.no_room');
}

async function requireRoom(tx: Tx, guild_id: string): Promise<void> {
  const { count } = await tx
    .selectFrom('import_uploads')
    .where('guild_id', '=', guild_id)
    .where('state', '=', 'checking')
    .where('preview', '=', false)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= waitingMax) throw new AppError('import.queue_full');
}

/**
 * Throws away what waits for a person to look at it, under one type, because another one has come. What is to be imported
 * stays.
 */
export async function replaceWaiting(
  tx: Tx,
  { upload_id, ...of }: Replaceable & { upload_id?: string },
): Promise<UploadRow[]> {
  return discardOf(tx, of)
    .where((eb) =>
      eb.or([eb('state', '=', 'checked'), eb.and([eb('state', '=', 'checking'), eb('preview', '=', true)])]),
    )
    .$if(upload_id !== undefined, (query) => query.where('upload_id', '<>', upload_id ?? ''))
    .returningAll()
    .execute();
}

type Kept = Pick<UploadRow, 'upload_id' | 'file_key'>;

/** The file first: a row without one is never found again. */
export async function dropFile({ db, storage }: Context, { upload_id, file_key }: Kept): Promise<void> {
  if (file_key) await storage.remove(file_key);
  await db.updateTable('import_uploads').set({ file_key: null }).where('upload_id', '=', upload_id).execute();
}

/** Removes at once what nobody wants any more, for somebody who has done what they asked for. */
export async function dropFiles(ctx: Context, rows: readonly Kept[]): Promise<void> {
  for (const row of rows)
    await dropFile(ctx, row).catch((err: unknown) =>
      warnUnlessOutage(ctx.log, err, 'an archive could not be removed; it is within a minute', {
        upload_id: row.upload_id,
      }),
    );
}

export const findUpload = (db: Db | Tx, upload_id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('import_uploads').where('upload_id', '=', upload_id).selectAll().executeTakeFirst();

/** One of a server; another one is not there. */
export async function getUpload(
  db: Db | Tx,
  { guild_id, upload_id }: { guild_id: string; upload_id: string },
  origin: 'upload' | 'copy',
): Promise<UploadRow> {
  const row = await findUpload(db, upload_id);
  if (row?.guild_id !== guild_id || row.origin !== origin || row.state === 'discarded')
    throw new AppError('import.upload_gone');
  return row;
}

/** Begins to receive the file of one, unless another file is on its way to it already. */
export async function claimUpload({ db, clock }: Context, { upload_id }: UploadRow): Promise<void> {
  const claimed = await db
    .updateTable('import_uploads')
    .set({ arriving_at: clock.now() })
    .where('upload_id', '=', upload_id)
    .where('state', '=', 'awaited')
    .where('arriving_at', 'is', null)
    .returning('upload_id')
    .executeTakeFirst();
  if (!claimed) requireFree(await findUpload(db, upload_id));
}

/** Refuses an upload that takes no file: it is over, or one is on its way to it. */
export function requireFree(row: UploadRow | undefined): UploadRow {
  if (row?.state !== 'awaited') throw new AppError('import.address_over');
  if (row.arriving_at) throw new AppError('import.arriving');
  return row;
}

/** Moves one on, unless it is not what it was any more. Returns whether it did. */
export async function moveUpload(
  db: Db | Tx,
  { upload_id, state }: Pick<UploadRow, 'upload_id' | 'state'>,
  set: Partial<Omit<UploadRow, 'report' | 'mapping'>> & { report?: string; mapping?: string },
): Promise<boolean> {
  const moved = await db
    .updateTable('import_uploads')
    .set(set)
    .where('upload_id', '=', upload_id)
    .where('state', '=', state)
    .returning('upload_id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Throws away an archive after this many of its bytes came; no more will. One that was refused or is being checked stays as it is. */
export async function discardReceived(
  db: Db,
  { upload_id }: Pick<UploadRow, 'upload_id'>,
  bytes: number,
): Promise<void> {
  await db
    .updateTable('import_uploads')
    .set({ state: 'discarded', file_bytes: String(bytes) })
    .where('upload_id', '=', upload_id)
    .where('state', 'in', ['awaited', 'discarded'])
    .execute();
}

/** Has everything done that waits in a server. */
export async function workOnImports(db: Db | Tx, guild_id: string): Promise<void> {
  await addJob(db, 'import.work', { guild_id }, { key: `import.work:${guild_id}` });
}

/** What is told of an archive beside its report. */
export const aboutUpload = [
  'upload_id',
  'file_type',
  'origin',
  'state',
  'file_name',
  'file_bytes',
  'created_at',
  'problem',
] as const satisfies (keyof UploadRow)[];

export const viewAbout = (
  row: Pick<UploadRow, (typeof aboutUpload)[number]>,
): Omit<ImportUpload, 'report'> => ({
  upload_id: row.upload_id,
  file_type: row.file_type,
  origin: row.origin,
  state: row.state,
  file_name: row.file_name,
  file_bytes: row.file_bytes === null ? null : Number(row.file_bytes),
  created_at: row.created_at.toISOString(),
  problem: row.problem,
});

export const viewUpload = (row: UploadRow): ImportUpload => ({
  ...viewAbout(row),
  // Bounded again, because it may have been written when more was kept of it.
  report: row.report === null ? null : boundedReport(ImportReport.parse(row.report)),
});
