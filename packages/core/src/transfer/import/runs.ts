import { AppError } from '@tickets/contract/platform/errors';
import type { ImportLog, ImportRun, LogsQuery } from '@tickets/contract/transfer/transfer';
import { EntityType } from '@tickets/contract/transfer/transfer';
import { runLogsBytesMax, runLogsShown } from '@tickets/contract/transfer/transfer-limits';
import { sql } from 'kysely';
import { authorise } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Db } from '../../platform/db/db.ts';
import { unlocked } from '../../platform/locks/ticket-lock.ts';
import { jsonBytes, withinBytes } from '../../platform/within-bytes.ts';
import { importLock } from './lock.ts';
import type { RunRow } from './log.ts';

const runsShown = 20;

/** How many imports wait or run, in all servers, also those whose archives are still looked at. */
export async function readQueue(
  call: UserCall,
  guild_id: string,
): Promise<{ data: number; transcripts: number }> {
  authorise(call, 'import.read', guild_id);
  const { rows } = await sql<{ data: number; transcripts: number }>`
    select count(*) filter (where type = 'DATA')::int as data,
      count(*) filter (where type = 'TRANSCRIPT')::int as transcripts
    from (
      select run_type as type from import_runs where state in ('waiting', 'running')
      union all select case file_type when 'data' then 'DATA' else 'TRANSCRIPT' end from import_uploads
        where state = 'checking' and not preview
    ) w`.execute(call.db);
  return rows[0] ?? { data: 0, transcripts: 0 };
}

/** The imports of a server, the newest first. */
export async function listRuns(call: UserCall, guild_id: string): Promise<ImportRun[]> {
  authorise(call, 'import.read', guild_id);
  return runsOf(call.db, guild_id);
}

/** As listRuns(), or those of one archive. */
export async function runsOf(db: Db, guild_id: string, upload_id?: string): Promise<ImportRun[]> {
  const runs = await db
    .selectFrom('import_runs')
    .where('guild_id', '=', guild_id)
    .$if(upload_id !== undefined, (query) => query.where('upload_id', '=', upload_id ?? ''))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('run_type')
    .limit(runsShown)
    .execute();
  const isAtRest = runs.some(({ state }) => state === 'running') && (await isNobodyAt(db, guild_id));
  let room = runLogsBytesMax;
  const views: ImportRun[] = [];
  for (const run of runs) {
    const last = await db
      .selectFrom('import_logs')
      .where('run_id', '=', run.run_id)
      .selectAll()
      .orderBy('run_log_id', 'desc')
      .limit(runLogsShown)
      .execute();
    const { count } = await db
      .selectFrom('import_logs')
      .where('run_id', '=', run.run_id)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const shown = withinBytes(
      last.map((log) => viewLog(run, log)),
      room,
    );
    room -= jsonBytes(shown);
    views.push(viewRun(run, { logs: shown.reverse(), log_count: Number(count), isAtRest }));
  }
  return views;
}

/** Lines of the log of one import, from the oldest on. */
export async function listLogs(
  call: UserCall,
  { guild_id, run_id }: { guild_id: string; run_id: string },
  { after, limit }: LogsQuery,
): Promise<ImportLog[]> {
  authorise(call, 'import.read', guild_id);
  const run = await call.db
    .selectFrom('import_runs')
    .where('run_id', '=', run_id)
    .where('guild_id', '=', guild_id)
    .selectAll()
    .executeTakeFirst();
  if (!run) throw new AppError('import.upload_gone');
  const rows = await call.db
    .selectFrom('import_logs')
    .where('run_id', '=', run_id)
    .where('run_log_id', '>', String(after))
    .selectAll()
    .orderBy('run_log_id')
    .limit(limit)
    .execute();
  return rows.map((log) => viewLog(run, log));
}

/** Also said of the moment before a run that failed is tried again. */
async function isNobodyAt(db: Db, guild_id: string): Promise<boolean> {
  const { rows } = await sql<{ nobody: boolean }>`
    select ${unlocked(importLock(''), sql`${guild_id}::text`)} as nobody`.execute(db);
  return rows[0]?.nobody ?? false;
}

const viewRun = (
  run: RunRow,
  { logs, log_count, isAtRest }: { logs: ImportLog[]; log_count: number; isAtRest: boolean },
): ImportRun => ({
  run_id: run.run_id,
  run_type: run.run_type,
  date: run.created_at.toISOString(),
  upload_id: run.upload_id,
  state: run.state,
  finished_at: run.finished_at?.toISOString() ?? null,
  is_failing: (run.state === 'running' || run.state === 'waiting') && run.problem !== null,
  is_interrupted: run.state === 'running' && isAtRest,
  done: run.done,
  total: run.total,
  created: run.created,
  changed: run.changed,
  skipped: run.skipped,
  failed: run.failed,
  logs,
  log_count,
});

const viewLog = (
  { guild_id, run_id, run_type }: RunRow,
  log: {
    run_log_id: string;
    log_type: ImportLog['log_type'];
    entity_type: string | null;
    message: string | null;
    logged_at: Date;
  },
): ImportLog => ({
  run_log_id: Number(log.run_log_id),
  guild_id,
  run_id,
  run_type,
  log_type: log.log_type,
  entity_type: EntityType.safeParse(log.entity_type).data ?? null,
  message: log.message,
  date: log.logged_at.toISOString(),
});
