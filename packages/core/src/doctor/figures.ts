import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Work that waits in the database, and since when it was to be done; ages in seconds. */
export interface WorkFigures {
  /** Jobs that are due, that run, or that failed and are tried again later, by task. */
  jobs: { task: string; due: number; oldest_s: number }[];
  /**
   * Jobs that were given up after their last try, by task. One that runs while another is added under its key has no try left
   * either, and has not failed: https://worker.graphile.org/docs/job-key
   */
  failed_jobs: { task: string; count: number }[];
  /** What Discord has to follow, or did not follow yet. */
  effects: { due: number; oldest_s: number };
  /** What outgoing webhooks have to be sent. */
  deliveries: { due: number; oldest_s: number };
  /** Of the last backup that succeeded; null where none did. */
  backup_age_s: number | null;
  /** What members attached, in all servers. */
  stored_bytes: number;
}

const seconds = sql.raw('::float8');

/** Each failure moves the time at which something is due, and it waits all the same. */
const isWaiting = (due: string) => sql`(${sql.ref(due)} <= clock_timestamp() or attempts > 0)`;
const ageOf = (since: RawBuilder<unknown>) =>
  sql`extract(epoch from clock_timestamp() - min(${since}))${seconds}`;
const sinceDueOr = (wanted: RawBuilder<unknown>) =>
  sql`case when attempts > 0 then ${wanted} else due_at end`;

/**
 * A job may have been added, or moved by its key, long before it was due, and the library forgets when that was: each failure
 * moves `run_at` by that many seconds. A try that is under way is counted in `attempts`, and did not move it yet.
 */
const jobDueSince = sql`greatest(least(created_at, run_at), run_at - interval '1 second' * coalesce((
  select sum(exp(least(n, 10)))
  from generate_series(1, attempts - case when locked_at is null then 0 else 1 end) n), 0))`;

/** Figures of the whole installation: all its processes report the same ones. */
export async function readWorkFigures(db: Db): Promise<WorkFigures> {
  const { rows } = await sql<WorkFigures>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('task', task_identifier, 'due', count, 'oldest_s', oldest_s)), '[]')
        from (select task_identifier, count(*), ${ageOf(jobDueSince)} as oldest_s
          from graphile_worker.jobs where ${isWaiting('run_at')} and attempts < max_attempts group by 1) due
      ) as jobs,
      (select coalesce(jsonb_agg(jsonb_build_object('task', task_identifier, 'count', count)), '[]')
        from (select task_identifier, count(*) from graphile_worker.jobs
          where attempts >= max_attempts and locked_at is null and last_error is not null group by 1) failed
      ) as failed_jobs,
      (select jsonb_build_object('due', count(*), 'oldest_s', coalesce(${ageOf(sinceDueOr(sql`wanted_at`))}, 0))
        from effects join guilds using (guild_id) where left_at is null and ${isWaiting('due_at')}) as effects,
      (select jsonb_build_object('due', count(*), 'oldest_s', coalesce(${ageOf(sinceDueOr(sql`coalesce(resent_at, happened_at)`))}, 0))
        from outgoing_deliveries where state = 'waiting' and behind is not true and ${isWaiting('due_at')}) as deliveries,
      (select extract(epoch from clock_timestamp() - max(began_at))${seconds} from backups where problem is null)
        as backup_age_s,
      (select coalesce(sum(bytes), 0)::float8 from guild_storage) as stored_bytes`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('a select without a from has one row');
  return figures;
}
