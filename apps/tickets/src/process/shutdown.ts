import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

interface Part {
  name: string;
  stop: () => Promise<unknown>;
  is_awaited: boolean;
}

/** What all parts have together, except those on which others stand: these are stopped in any case. */
const GRACE_MS = 3_000;

/** The request to stop came before everything had started. */
export class StoppedEarly extends Error {}

/** Remembers how to stop what was started, and stops it in the opposite order. */
export class Shutdown {
  #parts: Part[] = [];
  #stopped: Promise<void> | undefined;
  #requested = Promise.withResolvers<NodeJS.Signals>();
  #isRequested = false;

  add(name: string, stop: () => Promise<unknown>, { is_awaited = false } = {}): void {
    this.#parts.push({ name, stop, is_awaited });
  }

  /** Resolves when someone asks the program to end. */
  get requested(): Promise<NodeJS.Signals> {
    return this.#requested.promise;
  }

  get isRequested(): boolean {
    return this.#isRequested;
  }

  request(signal: NodeJS.Signals): void {
    this.#isRequested = true;
    this.#requested.resolve(signal);
  }

  /** A part that cannot be stopped is logged and does not keep the others from stopping. */
  run(log: Logger): Promise<void> {
    this.#stopped ??= this.#stopAll(log);
    return this.#stopped;
  }

  async #stopAll(log: Logger): Promise<void> {
    const graceEnds = delay(GRACE_MS, 'overdue' as const, { ref: false });
    for (const { name, stop, is_awaited } of this.#parts.toReversed()) {
      const startedAt = performance.now();
      try {
        const outcome = await (is_awaited ? stop() : Promise.race([stop(), graceEnds]));
        const facts = { part: name, ms: Math.round(performance.now() - startedAt) };
        if (outcome === 'overdue')
          log.warn(facts, 'does not stop in time; what it was doing is taken up at the next start');
        else log.debug(facts, 'stopped');
      } catch (error) {
        log.error({ err: error, part: name }, 'could not be stopped');
      }
    }
  }
}
