import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Pino } from 'pino';
import type { Context } from '../platform/context.ts';
import { tasks, timers } from './tasks.ts';

const BEGIN_AGAIN_MS = 1_000;

/** Works off jobs and timers until stopped. Any number of processes may do so on one database. */
export async function startJobs(
  ctx: Context,
  { pool, concurrency = 8 }: { pool: pg.Pool; concurrency?: number },
): Promise<{ stop(): Promise<void> }> {
  // The pool replaces a connection that breaks while a job uses it; the job's own query says what went wrong.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const begin = () =>
    run({
      // What came of a job is written in batches: those are tried again while the database is away. Single ones are not, and
      // one that could not be written would end the program.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: taskList(ctx),
      parsedCronItems: parseCronItems(
        timers.map(({ name, when }) => ({
          task: name,
          match: when,
          identifier: name,
          options: { maxAttempts: 1 },
        })),
      ),
      logger: pinoLogger(ctx.log),
    });
  let runner: Runner | undefined = await begin();
  let isStopping = false;
  /** A runner gives up when the database is away for long. */
  async function beginAgain(): Promise<void> {
    while (!isStopping) {
      await runner?.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'jobs are interrupted'));
      if (isStopping) return;
      await sleep(BEGIN_AGAIN_MS, undefined, { ref: false });
      runner = await begin().catch(() => undefined);
      if (isStopping) await runner?.stop();
    }
  }
  const watching = beginAgain();
  return {
    async stop() {
      isStopping = true;
      // One that has just given up has nothing to stop.
      await runner?.stop().catch(() => undefined);
      await watching;
    },
  };
}

/** A payload was written by addJob, whose types name the one of each job. */
type Work = (ctx: Context, payload: unknown) => Promise<unknown>;

function taskList(ctx: Context): TaskList {
  const works = [...Object.entries(tasks), ...timers.map(({ name, run }) => [name, oneRound(run)] as const)];
  return Object.fromEntries(
    works.map(([name, work]) => [
      name,
      async (payload: unknown) => {
        await (work as Work)(ctx, payload);
      },
    ]),
  );
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
    const details = { job: scope.taskIdentifier, ...(meta && 'error' in meta ? { err: meta.error } : {}) };
    // It reports each finished job as information, which is noise to a person.
    const as = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;
    log[as[level as keyof typeof as] ?? 'debug'](details, message);
  });
}
