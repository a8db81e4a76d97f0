import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import { warnUnlessOutage } from '../outages.ts';

/** What is done again and again, whatever happens. Its rounds are jobs of its name. */
export interface Timer {
  name: string;
  every_s: number;
}

const LOOK_MS = 5_000;

/** Begins the rounds that are due until stopped. Of any number of processes on one database one begins each. */
export async function beginRoundsUntil(
  ctx: Pick<Context, 'db' | 'log'>,
  timers: readonly Timer[],
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await beginDueRounds(ctx.db, timers).catch((err: unknown) =>
      warnUnlessOutage(ctx.log, err, 'timers could not be looked at'),
    );
    await sleep(LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
  }
}

/**
 * Adds a job for each timer that is due by the database's clock. A new one is due after its first interval. Where any ran later
 * than now, the clock was set back: how long ago the others ran is not known either, so all are due.
 */
export async function beginDueRounds(db: Db, timers: readonly Timer[]): Promise<void> {
  const names = timers.map(({ name }) => name);
  const intervals = timers.map(({ every_s }) => every_s);
  await sql`
    with listed as (select * from unnest(${names}::text[], ${intervals}::int[]) as listed (name, every_s)),
    -- Only where it is missing: a conflict with a row that another process is changing would wait for it.
    met as (
      insert into timers (name, ran_at) select name, clock_timestamp() from listed
      where not exists (select from timers where timers.name = listed.name) order by name on conflict do nothing),
    seen as (
      select name, ran_at, every_s, max(ran_at) over () > clock_timestamp() as is_set_back
      from timers join listed using (name)),
    -- In one order, as another process may be at the same. After it, ran_at is no longer what was seen, and nothing is due.
    due as materialized (
      select name, is_set_back from timers join seen using (name, ran_at)
      where is_set_back or ran_at <= clock_timestamp() - every_s * interval '1 second'
      order by name for update of timers),
    begun as (
      update timers set ran_at = clock_timestamp() from due where timers.name = due.name
      returning timers.name, ran_at, is_set_back)
    -- Before whatever else waits: they are short, and what they do is for all servers. A round that nobody has worked off is not
    -- added again, and waits since it was added, unless that is later than now.
    select graphile_worker.add_job(name, run_at := ran_at, max_attempts := 1, job_key := name, priority := -10,
      job_key_mode := case when is_set_back then 'replace' else 'preserve_run_at' end) from begun`.execute(
    db,
  );
}

/** Whether no round has begun for minutes: each that works jobs begins some every minute. */
export async function timersStandStill(db: Db): Promise<boolean> {
  const { rows } = await sql<{ stand_still: boolean }>`
    select coalesce(bool_and(ran_at not between clock_timestamp() - interval '5 minutes'
      and clock_timestamp() + interval '5 minutes'), false) as stand_still from timers`.execute(db);
  return rows[0]?.stand_still ?? false;
}
