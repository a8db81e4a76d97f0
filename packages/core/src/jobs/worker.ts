import { Logger, parseCronItems, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Pino } from 'pino';
import type { Context } from '../context.ts';
import { tasks, timers } from './tasks.ts';

/** Works off jobs and timers until stopped. Any number of processes may do so on one database. */
export async function startJobs(
  ctx: Context,
  { pool, concurrency = 8 }: { pool: pg.Pool; concurrency?: number },
): Promise<{ stop(): Promise<void> }> {
  // The pool replaces a connection that breaks while a job uses it; the job's own query says what went wrong.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const runner = await run({
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
  return { stop: () => runner.stop() };
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
