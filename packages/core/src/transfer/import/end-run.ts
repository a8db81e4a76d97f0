import { record } from '../../audit/record.ts';
import { tellOwner } from '../../owner-notices/owner-notices.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type RunRow, writeLog } from './log.ts';
import { askedLastBy, findUpload, type UploadRow } from './upload-rows.ts';

/** The run is over, and stands in the audit log. When it was the last one, the archive is done with. */
export async function finish(ctx: Context, { run_id }: RunRow, upload: UploadRow): Promise<void> {
  const { guild_id, upload_id, file_type } = upload;
  await ctx.db.transaction().execute(async (tx) => {
    const run = await tx
      .updateTable('import_runs')
      .set({ state: 'done', finished_at: ctx.clock.now(), problem: null })
      .where('run_id', '=', run_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { created, changed, skipped, failed, run_type } = run;
    await writeLog(tx, run, {
      type: 'RUN_COMPLETE',
      message: `${created} created, ${changed} changed, ${skipped} skipped, ${failed} failed`,
    });
    const from = sourceNameOf(upload);
    const user_id = askedLastBy(upload);
    const by = user_id
      ? { user_id, source: 'dashboard' as const }
      : { user_id: null, source: 'operator' as const };
    await record(tx, by, guild_id, {
      action: upload.origin === 'copy' ? 'import.copy' : 'import.run',
      resource: 'import',
      id: upload_id,
      ...(from && { name: from }),
      after: {
        file: file_type,
        created: run_type === 'DATA' ? created : 0,
        changed: run_type === 'DATA' ? changed : 0,
        skipped: skipped + failed,
        tickets: run_type === 'TRANSCRIPT' ? created + changed : 0,
      },
    });
    await endUpload(tx, upload, 'done');
  });
}

/** It is given up, and with it what was to follow. */
export async function fail(ctx: Context, run: RunRow, problem: string): Promise<void> {
  const upload = await findUpload(ctx.db, run.upload_id);
  await ctx.db.transaction().execute(async (tx) => {
    await writeLog(tx, run, { type: 'FAIL', message: problem });
    await writeLog(tx, run, {
      type: 'RUN_COMPLETE',
      message: 'It was not finished. What it has done stays.',
    });
    await tx
      .updateTable('import_runs')
      .set({ state: 'failed', finished_at: ctx.clock.now(), problem })
      .where('upload_id', '=', run.upload_id)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
    if (upload) await endUpload(tx, upload, 'failed', problem);
  });
}

async function endUpload(
  tx: Tx,
  upload: UploadRow,
  state: 'done' | 'failed',
  problem: string | null = null,
): Promise<void> {
  const { guild_id, upload_id } = upload;
  const left = await tx
    .selectFrom('import_runs')
    .where('upload_id', '=', upload_id)
    .where('state', 'in', ['waiting', 'running'])
    .select('run_id')
    .executeTakeFirst();
  if (left) return;
  await tx
    .updateTable('import_uploads')
    .set({ state, problem })
    .where('upload_id', '=', upload_id)
    .where('state', '=', 'confirmed')
    .execute();
  const by = askedLastBy(upload);
  if (by) await tellOwner(tx, guild_id, { key: `import:${upload_id}`, about: 'import', by });
}

function sourceNameOf({ report }: UploadRow): string | undefined {
  const source = typeof report === 'object' && report && 'source' in report ? report.source : undefined;
  const name = typeof source === 'object' && source && 'guild_name' in source ? source.guild_name : undefined;
  return typeof name === 'string' ? name : undefined;
}
