import { setTimeout as sleep } from 'node:timers/promises';
import { effects } from '@tickets/core/composition/effects';
import { resumeAttachments } from '@tickets/core/files/attachments';
import { InWork } from '@tickets/core/platform/async/in-work';
import type { Context } from '@tickets/core/platform/context';
import { settleDue } from '@tickets/core/platform/effects/following';
import { hurry } from '@tickets/core/platform/effects/settle';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { sweepAutoClose } from '@tickets/core/tickets/autoclose/auto-close';
import { sweepCloseRequests } from '@tickets/core/tickets/closing/close-request';

export interface Step {
  /** For the log. */
  failed: string;
  /** Throws when it has to be done again. */
  run: (ctx: Context) => Promise<void>;
}

/** What is repaired whichever bot was away. */
export const repairs: readonly Step[] = [
  { failed: 'files could not be fetched', run: resumeAttachments },
  { failed: 'Discord does not follow everything yet', run: settleAll },
  {
    failed: 'tickets whose time is over could not be closed',
    async run(ctx) {
      await sweepAutoClose(ctx);
      await sweepCloseRequests(ctx);
    },
  },
];

async function settleAll(ctx: Context): Promise<void> {
  await hurry(ctx);
  if (!(await settleDue(ctx, effects))) throw new Error('some of it waits for Discord or the database');
}

const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;

/** Puts right what happened while nobody listened. What fails is done again until it succeeds. */
export class Repair {
  readonly #ctx: Context;
  readonly #stopping: AbortSignal;
  readonly #inWork = new InWork();
  /** Not done since the last silence. */
  readonly #open = new Set<Step>();
  readonly #steps: readonly Step[];
  #isRunning = false;
  #asked = Promise.withResolvers<void>();

  constructor(ctx: Context, { steps, stopping }: { steps: readonly Step[]; stopping: AbortSignal }) {
    this.#ctx = ctx;
    this.#stopping = stopping;
    this.#steps = steps;
  }

  /** Begins with all of it, again where it was being done. */
  begin(): void {
    for (const step of this.#steps) this.#open.add(step);
    this.#asked.resolve();
    if (!this.#isRunning) void this.#untilDone();
  }

  /** Resolves when all was tried; what failed waits for its next turn. */
  tried(): Promise<void> {
    return this.#inWork.over();
  }

  async #untilDone(): Promise<void> {
    this.#isRunning = true;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, WAIT_MS_MAX)) {
      this.#asked = Promise.withResolvers();
      await this.#inWork.add(this.#tryAll());
      if (!this.#open.size || this.#stopping.aborted) break;
      const later = sleep(wait, undefined, { signal: this.#stopping, ref: false }).catch(() => undefined); // ended by a stop
      await Promise.race([later, this.#asked.promise]);
    }
    this.#isRunning = false;
  }

  async #tryAll(): Promise<void> {
    for (const step of this.#steps) {
      if (!this.#open.delete(step) || this.#stopping.aborted) continue;
      try {
        await step.run(this.#ctx);
      } catch (err) {
        this.#open.add(step);
        if (!this.#stopping.aborted) warnUnlessOutage(this.#ctx.log, err, step.failed);
      }
    }
  }
}
