import type { Logger } from 'pino';

interface Part {
  name: string;
  stop: () => Promise<unknown>;
}

/** Remembers how to stop what was started, and stops it in the opposite order. */
export class Shutdown {
  #parts: Part[] = [];
  #stopped: Promise<void> | undefined;
  #requested = Promise.withResolvers<NodeJS.Signals>();
  #isRequested = false;

  add(name: string, stop: () => Promise<unknown>): void {
    this.#parts.push({ name, stop });
  }

  /** Resolves when somebody asks the program to end. */
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
    for (const { name, stop } of this.#parts.toReversed()) {
      const startedAt = performance.now();
      try {
        await stop();
        log.debug({ part: name, ms: Math.round(performance.now() - startedAt) }, 'stopped');
      } catch (error) {
        log.error({ err: error, part: name }, 'could not be stopped');
      }
    }
  }
}
