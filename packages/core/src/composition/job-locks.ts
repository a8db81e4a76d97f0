import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { withoutCaller } from '../platform/db/patience.ts';
import { warnUnlessOutage } from '../platform/outages.ts';

const AGAIN_MS = 1_000;
/** How long after its lock a job has begun, if the answer with the job came. */
const BEGUN_AFTER_MS = 5_000;

/**
 * The locks that a runner of jobs has on them. One that nobody lets go holds its job for four hours: of a job whose end
 * could not be written, and of one that was taken by a statement whose answer was lost. Any job may be done twice.
 */
export class JobLocks {
  readonly events: WorkerEvents = new EventEmitter();
  #pool_id = '';
  #under_way = new Set<string>();
  #looking: Promise<void> | undefined;

  readonly #ctx: Pick<Context, 'db' | 'log'>;
  readonly #stopping: AbortSignal;

  constructor(ctx: Pick<Context, 'db' | 'log'>, stopping: AbortSignal) {
    this.#ctx = ctx;
    this.#stopping = stopping;
    this.events.on('pool:create', ({ workerPool }) => {
      this.#pool_id = workerPool.id;
    });
    this.events.on('job:start', ({ job }) => this.#under_way.add(job.id));
    this.events.on('job:complete', ({ job }) => this.#under_way.delete(job.id));
    this.events.on('worker:getJob:error', () => {
      // The connection that failed may have been opened for a request, with which this must not end.
      this.#looking ??= withoutCaller(() => this.#letGoOfLost());
    });
  }

  /** Lets go of all jobs of a runner that works no more, as soon as the database answers. */
  async letGo(): Promise<void> {
    while (!this.#stopping.aborted && !(await this.#unlock(sql`true`)))
      await sleep(AGAIN_MS, undefined, { ref: false });
  }

  async #letGoOfLost(): Promise<void> {
    do await sleep(BEGUN_AFTER_MS, undefined, { ref: false });
    while (
      !this.#stopping.aborted &&
      !(await this.#unlock(sql`
        locked_at < now() - ${BEGUN_AFTER_MS} * interval '1 ms' and id <> all(${[...this.#under_way]}::bigint[])`))
    );
    this.#looking = undefined;
  }

  /** Whether the database answered. No job of ours waits in a queue, which would have a lock too. */
  async #unlock(which: RawBuilder<unknown>): Promise<boolean> {
    try {
      await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where locked_by = ${this.#pool_id} and ${which}`.execute(this.#ctx.db);
      return true;
    } catch (err) {
      warnUnlessOutage(this.#ctx.log, err, 'jobs are held by a runner that does not do them');
      return false;
    }
  }
}
