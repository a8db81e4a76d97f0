import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { type ImportLog, ImportReport, type ImportRun } from '@tickets/contract/transfer/transfer';
import type { Context } from '../../platform/context.ts';
import { receive } from './receive.ts';
import { runsOf } from './runs.ts';
import { beginUpload, dropFiles, findUpload, moveUpload, type UploadRow } from './upload-rows.ts';
import { confirm } from './uploads.ts';
import { workOnServer } from './work.ts';

export interface OperatorsImport {
  report: ImportReport | undefined;
  /** Why it cannot be imported. */
  problem: string | undefined;
  runs: (Pick<ImportRun, 'run_type' | 'state' | 'created' | 'changed' | 'skipped' | 'failed'> & {
    logs: ImportLog[];
  })[];
}

/** Imports an archive by the operator's word, or says what that would do. */
export async function importByOperator(
  ctx: Context,
  guild_id: string,
  { name, bytes, dry_run }: { name: string; bytes: AsyncIterable<Uint8Array>; dry_run: boolean },
): Promise<OperatorsImport> {
  const row = await beginUpload(ctx, {
    guild_id,
    asked_by: null,
    file_type: 'data',
    preview: true,
    content_type: 'application/zip',
  });
  try {
    // It lies on this machine already.
    await receive(ctx, row, { bytes, name, bytes_max: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    if (error instanceof AppError && error.code === 'import.refused')
      return { report: undefined, problem: String(error.params.problem), runs: [] };
    throw error;
  }
  const { upload_id } = row;
  const checked = await whenLeft(ctx, guild_id, upload_id, ['checking']).catch(async (error: unknown) => {
    // Whoever runs the program is told, and does it again.
    await discard(ctx, row);
    throw error;
  });
  const report = checked.report === null ? undefined : ImportReport.parse(checked.report);
  if (checked.state !== 'checked' || dry_run) {
    await discard(ctx, checked);
    return { report, problem: checked.problem ?? undefined, runs: [] };
  }
  await confirm(ctx, checked, { mapping: undefined, by: null });
  const done = await whenLeft(ctx, guild_id, upload_id, ['confirmed']);
  return { report, problem: done.problem ?? undefined, runs: await runsOf(ctx.db, guild_id, upload_id) };
}

async function discard(ctx: Context, { upload_id }: UploadRow): Promise<void> {
  const row = await findUpload(ctx.db, upload_id);
  if (!row) return;
  await moveUpload(ctx.db, row, { state: 'discarded' });
  await dropFiles(ctx, [row]);
}

/** The program may be at it already, and does it then. Once this archive is through, what fails of another one does not matter. */
async function whenLeft(ctx: Context, guild_id: string, upload_id: string, states: readonly string[]) {
  for (;;) {
    const failed = await workOnServer(ctx, { guild_id }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const row = await findUpload(ctx.db, upload_id);
    if (!row) throw new AppError('import.upload_gone');
    if (!states.includes(row.state)) return row;
    if (failed) throw failed.error;
    await sleep(500);
  }
}
