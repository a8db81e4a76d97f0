import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { inDatabaseTime } from '../db/time.ts';

/** Work that must not be lost, by name, with what it needs. Each task is written in `tasks.ts`. */
export interface JobPayloads {
  'ticket.auto_close': { guild_id: string };
  'attachment.store': { guild_id: string; ticket_id: number; message_id: string };
  'files.remove_unused': Record<string, never>;
  'data_request.work': { request_id: string };
  'transcripts.download': { guild_id: string; download_id: string };
  'server.export': { guild_id: string; export_id: string };
  'import.work': { guild_id: string };
}
export type JobName = keyof JobPayloads;

/**
 * Adds a job inside the transaction of its cause. A key names the one job of its kind: adding it again moves it.
 * `runAt`, by the clock of this process, defaults to now.
 */
export async function addJob<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayloads[N],
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at := ${runAt ? inDatabaseTime(runAt) : sql`clock_timestamp()`}, job_key := ${key ?? null})`.execute(
    db,
  );
}

/**
 * Forgets jobs that were under way when their process was killed and are not tried again: another job under the same key does their
 * work, and timers come again by themselves. The library unlocks them after four hours, and keeps them for ever. A job that failed for
 * good has an error, and stays.
 */
export async function forgetKilledJobs({ db }: { db: Db }): Promise<void> {
  await sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and last_error is null and locked_at is null`.execute(db);
}
