import { AppError } from '@tickets/contract/platform/errors';
import type { StreamedFile } from '@tickets/contract/platform/uploads';
import type {
  ImportFileType,
  ImportMapping,
  ImportStarted,
  ImportUpload,
  ListedUpload,
  PresignQuery,
} from '@tickets/contract/transfer/transfer';
import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { sql } from 'kysely';
import { authorise } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import { sign } from '../../platform/storage/file-links.ts';
import { addRuns } from './check.ts';
import { receive } from './receive.ts';
import type { StoredReport } from './report.ts';
import {
  aboutUpload,
  beginUpload,
  dropFiles,
  findUpload,
  getUpload,
  moveUpload,
  nameOf,
  type UploadRow,
  viewAbout,
  viewUpload,
  workOnImports,
} from './upload-rows.ts';

const shownMax = 20;

const typeOfField: Record<string, ImportFileType> = { data_file: 'data', transcripts_file: 'transcripts' };

/** Refuses whoever may not import, before any of their files is read. */
export async function requireImporter(call: UserCall): Promise<void> {
  authorise(call, 'import.start', call.caller.access.guild_id);
}

/** Takes one archive or two while they come. Unless they are only to be looked at, they are imported. */
export async function startImport(
  call: UserCall,
  guild_id: string,
  { files, preview }: { files: AsyncIterable<StreamedFile>; preview: boolean },
): Promise<ImportStarted> {
  authorise(call, 'import.start', guild_id);
  const uploads: ImportUpload[] = [];
  const success: string[] = [];
  for await (const { field, name, content_type, bytes } of files) {
    const file_type = typeOfField[field];
    if (!file_type) continue;
    const row = await beginUpload(call, {
      guild_id,
      asked_by: call.caller.user_id,
      file_type,
      preview,
      content_type,
      file_name: name,
    });
    uploads.push(viewUpload(await receive(call, row, { bytes, name })));
    success.push(file_type);
  }
  if (!uploads.length) throw new AppError('import.no_file');
  return { success, failed: [], skipped: [], uploads };
}

/** An address to which one archive can be sent for ten minutes. */
export async function presignUpload(
  call: UserCall,
  guild_id: string,
  query: PresignQuery,
): Promise<{ url: string; upload_id: string }> {
  authorise(call, 'import.start', guild_id);
  const { file_type, bytes, content_type } = announced(query);
  const { file_name } = query;
  const row = await beginUpload(call, {
    guild_id,
    asked_by: call.caller.user_id,
    file_type,
    preview: query.preview === 'true',
    content_type,
    announced_bytes: bytes,
    ...(file_name && { file_name }),
  });
  return { url: await addressFor(call, row, { content_type, bytes }), upload_id: row.upload_id };
}

/** Each thing that is wrong has words of its own, in the order in which they are looked at. */
function announced({ file_type, file_size, file_content_type }: PresignQuery) {
  if (file_type !== 'data' && file_type !== 'transcripts') throw new AppError('import.file_type_invalid');
  const bytes = Number(file_size);
  if (!/^\d{1,16}$/.test(file_size ?? '') || bytes < 1) throw new AppError('import.size_invalid');
  if (!file_content_type) throw new AppError('import.content_type_missing');
  if (!importLimits.content_types.some((type) => type === file_content_type))
    throw new AppError('import.content_type_invalid');
  if (bytes > importLimits.file_bytes) throw new AppError('import.too_large');
  return { file_type, bytes, content_type: file_content_type } as const;
}

async function addressFor(
  ctx: Context,
  { upload_id, file_key }: UploadRow,
  file: { content_type: string; bytes: number },
): Promise<string> {
  const expires_ms = importLimits.address_ms;
  if (ctx.storage.uploadUrl && file_key) return ctx.storage.uploadUrl(file_key, { ...file, expires_ms });
  const claim = `${upload_id}.${ctx.clock.now().getTime() + expires_ms}`;
  return `${ctx.config.api_url}/imports/${sign(ctx, claim, 'upload')}`;
}

/** The archives that were sent lately, the newest first. Their reports are long, and are read one by one. */
export async function listUploads(call: UserCall, guild_id: string): Promise<ListedUpload[]> {
  authorise(call, 'import.read', guild_id);
  const rows = await call.db
    .selectFrom('import_uploads')
    .where('guild_id', '=', guild_id)
    .where('origin', '=', 'upload')
    .where('state', '<>', 'discarded')
    .select([...aboutUpload, sql<ListedUpload['entities']>`report -> 'entities'`.as('entities')])
    .orderBy('created_at', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(({ entities, ...row }) => ({ ...viewAbout(row), entities }));
}

/** One of them, with its report. */
export async function readUpload(call: UserCall, key: UploadKey): Promise<ImportUpload> {
  authorise(call, 'import.read', key.guild_id);
  return viewUpload(await getUpload(call.db, key, 'upload'));
}

export interface UploadKey {
  guild_id: string;
  upload_id: string;
}

/** Has the report of an archive made again, with other channels and roles in place of those that are missing. */
export async function checkImport(
  call: UserCall,
  key: UploadKey,
  mapping: ImportMapping | undefined,
): Promise<ImportUpload> {
  authorise(call, 'import.start', key.guild_id);
  const row = await getUpload(call.db, key, 'upload');
  return checkAgain(call, row, { mapping, by: call.caller.user_id });
}

/** Imports an archive that was checked, or goes on with one whose import failed. */
export async function confirmImport(
  call: UserCall,
  key: UploadKey,
  mapping: ImportMapping | undefined,
): Promise<ImportUpload> {
  authorise(call, 'import.start', key.guild_id);
  const row = await getUpload(call.db, key, 'upload');
  return confirm(call, row, { mapping, by: call.caller.user_id });
}

/** Throws away an archive that is not being imported. */
export async function discardImport(call: UserCall, key: UploadKey): Promise<void> {
  authorise(call, 'import.start', key.guild_id);
  const row = await getUpload(call.db, key, 'upload');
  if (row.state === 'confirmed') throw notReady(row);
  if (!(await moveUpload(call.db, row, { state: 'discarded' })))
    throw notReady(await findUpload(call.db, key.upload_id));
  // What is on its way is removed by whoever receives it.
  if (row.state !== 'awaited') await dropFiles(call, [row]);
}

/** What was chosen to be copied is kept beside what was chosen for channels and roles. */
export async function checkAgain(
  ctx: Context,
  row: UploadRow,
  { mapping, by }: { mapping: ImportMapping | undefined; by: string },
): Promise<ImportUpload> {
  if (row.state !== 'checked') throw notReady(row);
  const set = { state: 'checking' as const, confirmed_by: by, ...(await chosen(ctx, row, mapping)) };
  const moved = await ctx.db.transaction().execute(async (tx) => {
    if (!(await moveUpload(tx, row, set))) return false;
    await workOnImports(tx, row.guild_id);
    return true;
  });
  if (!moved) throw notReady(await findUpload(ctx.db, row.upload_id));
  return viewUpload({ ...row, state: 'checking' });
}

/** `by` null: the operator, who confirms nothing but their own. */
export async function confirm(
  ctx: Context,
  row: UploadRow,
  { mapping, by }: { mapping: ImportMapping | undefined; by: string | null },
): Promise<ImportUpload> {
  if ((row.state !== 'checked' && row.state !== 'failed') || !row.report) throw notReady(row);
  const set = {
    state: 'confirmed' as const,
    problem: null,
    confirmed_by: by,
    ...(await chosen(ctx, row, mapping)),
  };
  const moved = await ctx.db.transaction().execute(async (tx) => {
    if (!(await moveUpload(tx, row, set))) return false;
    await addRuns(tx, row, row.report as unknown as StoredReport); // as checkUpload() wrote it
    await workOnImports(tx, row.guild_id);
    return true;
  });
  if (!moved) throw notReady(await findUpload(ctx.db, row.upload_id));
  return viewUpload({ ...row, state: 'confirmed', problem: null });
}

/** Why an archive cannot be confirmed or checked in the state it is in. */
function notReady(row: UploadRow | undefined): AppError {
  switch (row?.state) {
    case undefined:
    case 'discarded':
      return new AppError('import.upload_gone');
    case 'refused':
      return new AppError('import.refused', {
        params: { name: nameOf(row), problem: row.problem ?? '' },
      });
    case 'confirmed':
      return new AppError('import.under_way');
    case 'done':
      return new AppError('import.done');
    default:
      return new AppError('import.not_ready');
  }
}

/** Refuses what is no channel or role of this server. */
async function chosen(
  { db }: Context,
  { guild_id, mapping: before }: UploadRow,
  mapping: ImportMapping | undefined,
): Promise<{ mapping?: string }> {
  if (!mapping) return {};
  const [channels, roles] = await Promise.all([
    db.selectFrom('guild_channels').where('guild_id', '=', guild_id).select('channel_id as id').execute(),
    db.selectFrom('guild_roles').where('guild_id', '=', guild_id).select('role_id as id').execute(),
  ]);
  for (const [named, there] of [
    [mapping.channels, channels],
    [mapping.roles, roles],
  ] as const)
    for (const id of Object.values(named))
      if (id !== null && !there.some((one) => one.id === id))
        throw new AppError('import.mapping_invalid', { params: { id } });
  const parts = typeof before === 'object' && before && 'parts' in before ? { parts: before.parts } : {};
  return { mapping: JSON.stringify({ ...parts, ...mapping }) };
}
