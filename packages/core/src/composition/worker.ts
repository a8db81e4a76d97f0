import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, Logger, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Pino } from 'pino';
import { backUpUntil, type NightlyBackups } from '../backups/nightly.ts';
import { deliverUntil } from '../outgoing-webhooks/deliver.ts';
import type { Context } from '../platform/context.ts';
import { isDatabaseOutage } from '../platform/db/outage.ts';
import { withoutCaller } from '../platform/db/patience.ts';
import { inServer } from '../platform/discord/bots.ts';
import { forServer } from '../platform/discord/served-server.ts';
import { followUntil } from '../platform/effects/following.ts';
import { addJob, type JobName, type JobPayloads } from '../platform/jobs/jobs.ts';
import { beginRoundsUntil } from '../platform/jobs/timers.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { wantPremiumFollowed } from '../premium/follow.ts';
import { effects } from './effects.ts';
import { JobLocks } from './job-locks.ts';
import { JobPlaces } from './job-places.ts';
import { tasks, timers } from './tasks.ts';

const BEGIN_AGAIN_MS = 1_000;
/** Before a statement is tried again that failed because the database was away, and one by a mistake of ours. */
const OUTAGE_MS = 1_000;
const MISTAKE_MS = 60_000;

/** How long a runner that gives up may take to end. */
const GIVE_UP_MS = 5_000;

/**
 * Works off jobs, timers, what Discord has to follow and what webhooks are to be told, and makes the backups that are due, until
 * stopped. Any number of processes may do so on one database.
 */
export async function startJobs(
  ctx: Context,
  { pool, concurrency = 10, backups }: { pool: pg.Pool; concurrency?: number; backups?: NightlyBackups },
): Promise<{ stop(): Promise<void> }> {
  // The pool replaces a connection that breaks while a job uses it; the job's own query says what went wrong.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stopping = new AbortController();
  const begin = () => beginRunner(ctx, { pool, concurrency, locks: new JobLocks(ctx, stopping.signal) });
  let runner: JobRunner | undefined = await begin();
  /** A runner gives up when the database cannot be written to. */
  async function beginAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner?.over();
      if (stopping.signal.aborted) return;
      await sleep(BEGIN_AGAIN_MS, undefined, { ref: false });
      runner = await begin().catch((err: unknown) => {
        warnUnlessOutage(ctx.log, err, 'jobs could not begin again');
        return undefined;
      });
      if (stopping.signal.aborted) await runner?.stop();
    }
  }
  const watching = beginAgain();
  const following = Promise.all([
    comparePremium(ctx, stopping.signal),
    beginRoundsUntil(ctx, timers, stopping.signal),
    followUntil(ctx, effects, stopping.signal),
    deliverUntil(ctx, stopping.signal),
    backups && backUpUntil(ctx, backups, stopping.signal),
  ]);
  return {
    async stop() {
      stopping.abort();
      await runner?.stop();
      await Promise.all([watching, following]);
    },
  };
}

interface JobRunner {
  /** Resolves when it works no more, and none of its jobs is held. */
  over(): Promise<void>;
  stop(): Promise<void>;
}

async function beginRunner(
  ctx: Context,
  { pool, concurrency, locks }: { pool: pg.Pool; concurrency: number; locks: JobLocks },
): Promise<JobRunner> {
  const runner = await run({
    // What came of a job is written in batches. A single one that could not be written would end the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    events: locks.events,
    taskList: taskList(ctx, concurrency),
    // Its own timers go by the clock of the process, and stand still where that is set back.
    parsedCronItems: [],
    logger: pinoLogger(ctx.log),
  });
  const ended = runner.promise.catch((err: unknown) =>
    warnUnlessOutage(ctx.log, err, 'jobs are interrupted'),
  );
  const { promise: given_up, resolve: giveUp } = Promise.withResolvers<void>();
  runner.events.once('pool:gracefulShutdown', () => giveUp());
  // It may wait for ever for a place in the batch of ends that could not be written (graphile-worker 0.18.0).
  const hung = given_up.then(() => sleep(GIVE_UP_MS, undefined, { ref: false }));
  return {
    async over() {
      await Promise.race([ended, hung]);
      await locks.letGo();
    },
    async stop() {
      // One that has just given up has nothing to stop.
      const stopped = runner.stop().catch(() => undefined);
      await Promise.race([stopped, hung]);
    },
  };
}

/** Once, as it may have ended, or come, while the program was down. */
async function comparePremium(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await wantPremiumFollowed(ctx);
    } catch (err) {
      warnUnlessOutage(ctx.log, err, 'whether premium is as followed could not be compared');
      const wait = isDatabaseOutage(err) ? OUTAGE_MS : MISTAKE_MS;
      await sleep(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
    }
  }
}

/** A payload was written by addJob, whose types name the one of each job. */
type Work = (ctx: Context, payload: unknown) => Promise<unknown>;

function taskList(ctx: Context, concurrency: number): TaskList {
  const places = new JobPlaces(concurrency);
  const works = [...Object.entries(tasks), ...timers.map(({ name, run }) => [name, oneRound(run)] as const)];
  return Object.fromEntries(
    works.map(([name, work]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const place = places.take(name, payload);
        if ('again' in place) return comeAgain(ctx, job, place.again);
        try {
          // The runner's connection may have been opened for a request that has ended since: jobs must not end with it.
          await withoutCaller(() => actingFor(ctx, payload, (there) => (work as Work)(there, payload)));
        } finally {
          place.leave();
        }
      },
    ]),
  );
}

/** A job for which there is no place now. Others are looked at before it. */
async function comeAgain(
  { db }: Context,
  { task_identifier, payload, key }: JobHelpers['job'],
  runAt: Date,
): Promise<void> {
  // It was added by these types.
  await addJob(db, task_identifier as JobName, payload as JobPayloads[JobName], {
    runAt,
    ...(key && { key }),
  });
}

/** A job of a server acts as the bot that serves it. */
function actingFor<T>(ctx: Context, payload: unknown, work: (ctx: Context) => T): T {
  const { guild_id } = (payload ?? {}) as { guild_id?: string }; // a timer has none
  return guild_id === undefined ? work(ctx) : forServer(guild_id, () => work(inServer(ctx, guild_id)));
}

/**
 * Where Discord is slow a round may take longer than until the next one. Rounds beside each other would ask it for the
 * same, and take the places of all other jobs.
 */
function oneRound(run: (ctx: Context) => Promise<unknown>): (ctx: Context) => Promise<void> {
  let isRunning = false;
  return async (ctx) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run(ctx);
    } finally {
      isRunning = false;
    }
  };
}

function pinoLogger(log: Pino): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const err = meta?.error ?? meta?.fatalError;
    const details = { job: scope.taskIdentifier, ...(err === undefined ? {} : { err }) };
    // It reports each finished job as information, which is noise to a person.
    const as = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;
    // A runner that stops begins again, and why it stops was reported with what failed.
    const at = message.startsWith('Runner stopping') ? 'debug' : (as[level as keyof typeof as] ?? 'debug');
    if (at === 'warn') warnUnlessOutage(log, details.err, message, details);
    else log[at](details, message);
  });
}
