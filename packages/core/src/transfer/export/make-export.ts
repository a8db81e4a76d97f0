import { PermissionLevel } from '@tickets/contract/access/levels';
import { exportKeptMs } from '@tickets/contract/transfer/transfer-limits';
import { sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import { accessForWork, NotHeard } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import { unlocked, withLock } from '../../platform/locks/ticket-lock.ts';
import { dropFilesOverRoom, endKeptFile, purgeKeptFiles } from '../../platform/storage/kept-files.ts';
import { withoutDamaged } from '../../platform/storage/problem.ts';
import { type ExportRow, exportByJob } from './exports.ts';
import { exportOf } from './write-export.ts';

/** How often it is written down how far an export is, and seen whether it was cancelled. */
const noteMs = 500;

const lockOf = (export_id: string) => `server.export:${export_id}`;

/** Whoever asked for it does not want it any more. */
class Cancelled extends Error {}

/** Makes an export. Safe to repeat: it begins anew. Returns false while another process is at it. */
export async function makeExport(ctx: Context, { export_id }: { export_id: string }): Promise<boolean> {
  const done = await withLock(ctx.db, lockOf(export_id), async () => {
    const row = await begin(ctx, export_id);
    if (!row?.file_key) return;
    let access: Access | undefined;
    try {
      access = row.asked_by ? await accessForWork(ctx, row.guild_id, row.asked_by) : undefined;
    } catch (error) {
      if (!(error instanceof NotHeard)) throw error;
      // It is taken up again each minute.
      return change(ctx, export_id, { state: 'waiting' });
    }
    if (!access || access.level < PermissionLevel.admin) return end(ctx, row, 'failed');
    const begun_at = ctx.clock.now().getTime();
    const progress = { tickets_done: 0 };
    try {
      const { file_key } = row;
      const { bytes, sha256 } = await withoutDamaged(ctx, (damaged) =>
        ctx.storage.putStream(file_key, exportOf(ctx, { ...row, damaged, note: noter(ctx, row, progress) })),
      );
      const kept = await ctx.db
        .updateTable('server_exports')
        .set({
          state: 'done',
          ...progress,
          finished_at: ctx.clock.now(),
          problem: null,
          file_bytes: String(bytes),
          file_sha256: sha256,
          file_expires_at: new Date(begun_at + exportKeptMs),
        })
        .where('export_id', '=', export_id)
        .where('state', '=', 'running')
        .returning('export_id')
        .executeTakeFirst();
      if (!kept) throw new Cancelled();
    } catch (error) {
      if (isCancelled(error)) return end(ctx, row, 'cancelled');
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await change(ctx, export_id, { problem }).catch(() => undefined); // the cause is thrown
      throw error;
    }
    await dropFilesOverRoom(ctx, 'server_exports');
  });
  return !done.busy;
}

/** Has those made that nobody is at, as after a process has ended. */
export async function beginWaitingExports({ db }: Context): Promise<void> {
  const waiting = await db
    .selectFrom('server_exports')
    .where('state', 'in', ['waiting', 'running'])
    .where(unlocked(lockOf(''), sql.ref('export_id')))
    .select(['guild_id', 'export_id'])
    .execute();
  for (const row of waiting) await exportByJob(db, row);
}

/** Removes the files whose time is over, and forgets exports of last week. */
export const purgeServerExports = (ctx: Context): Promise<void> =>
  purgeKeptFiles(ctx, 'server_exports', ctx.clock.now());

async function begin({ db }: Context, export_id: string): Promise<ExportRow | undefined> {
  return db
    .updateTable('server_exports')
    .set((eb) => ({
      state: 'running',
      tickets_done: 0,
      tickets_total: eb
        .selectFrom('tickets')
        .whereRef('tickets.guild_id', '=', 'server_exports.guild_id')
        .where('tickets.status', '<>', 'opening')
        .select(({ fn }) => fn.countAll<number>().as('total')),
    }))
    .where('export_id', '=', export_id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
}

function noter(
  { db }: Context,
  { export_id }: ExportRow,
  progress: { tickets_done: number },
): (tickets_done: number) => Promise<void> {
  let noted_at = 0;
  return async (tickets_done) => {
    progress.tickets_done = tickets_done;
    if (performance.now() - noted_at < noteMs) return;
    noted_at = performance.now();
    const running = await db
      .updateTable('server_exports')
      .set(progress)
      .where('export_id', '=', export_id)
      .where('state', '=', 'running')
      .returning('export_id')
      .executeTakeFirst();
    if (!running) throw new Cancelled();
  };
}

const end = (ctx: Context, row: ExportRow, state: 'failed' | 'cancelled'): Promise<void> =>
  endKeptFile(ctx, 'server_exports', { ...row, id: row.export_id }, { state, now: ctx.clock.now() });

async function change({ db }: Context, export_id: string, set: Partial<ExportRow>): Promise<void> {
  await db
    .updateTable('server_exports')
    .set(set)
    .where('export_id', '=', export_id)
    .where('state', '=', 'running')
    .execute();
}

const isCancelled = (error: unknown) =>
  error instanceof Cancelled || (error instanceof Error && error.cause instanceof Cancelled);
