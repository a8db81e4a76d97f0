import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** Work that must not be lost, by name, with what it needs. Each task is written in `tasks.ts`. */
export interface JobPayloads {
  'ticket.continue': { guild_id: string; ticket_id: number };
  'ticket.auto_close': { guild_id: string };
  'ticket.name': {
    guild_id: string;
    ticket_id: number;
    /** Who moved the ticket to another panel, whose name and topic its channel could not get at once. */
    switched_by?: string;
  };
  'ticket.sync': {
    guild_id: string;
    ticket_id: number;
    what: 'buttons' | 'permissions' | 'panel';
    /** What the channel is called and where it stands, where that changed too. */
    place?: { name?: string; topic?: string | null; parent_id?: string | null };
  };
  'staff.sync': { guild_id: string; kind: 'user' | 'role'; id: string };
  'staff.duties': { guild_id: string };
  'claims.sync': { guild_id: string };
  'attachment.store': { guild_id: string; ticket_id: number; message_id: string };
}
export type JobName = keyof JobPayloads;

/**
 * Adds a job inside the transaction of its cause. A key names the one job of its kind: adding it again moves it.
 * `runAt` defaults to now.
 */
export async function addJob<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayloads[N],
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at := ${runAt ?? null}::timestamptz, job_key := ${key ?? null})`.execute(db);
}

/** Takes back a job that is no longer needed; nothing happens when it is gone or being worked on. */
export async function removeJob(db: Db | Tx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}
