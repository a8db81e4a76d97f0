import { setTimeout as sleep } from 'node:timers/promises';
import { Places } from '@tickets/core/platform/async/places';

export interface KeyedQueueOptions {
  /** How much is worked on at once, not counting what waits for Discord's answer. */
  limit: number;
  /** How much of that one server may have; all of it by default. */
  ofOne?: number;
  onError: (error: unknown, what: string) => void;
  /** Whether the same work may succeed later. It is then repeated until it does; none is by default. */
  isPassing?: (error: unknown) => boolean;
  /** How much is kept while work is being repeated. What is added beyond that is dropped. */
  keptMax?: number;
  /** How much waits at most otherwise, without limit by default. What is added beyond that is dropped. */
  waitingMax?: number;
  /** Half of that waits, after so much was dropped. */
  onRelieved?: (dropped: number) => void;
  /** The first work has to be repeated. */
  onStuck?: () => void;
  /** Work succeeds again; so much was added and dropped meanwhile. */
  onRecovered?: (dropped: number) => void;
  /** Ends the repetition. */
  stopping?: AbortSignal;
}

const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 5_000;
/** Work that fails for longer is dropped, so that one piece of it cannot hold up the others for ever. */
const REPEAT_MS_MAX = 3_600_000;

/**
 * Work in order within a key, and side by side between keys, but only so much at once, with servers taking turns. Work that fails
 * for a passing reason is repeated in its place, so what comes after it within its key waits.
 */
export class KeyedQueue {
  readonly #options: KeyedQueueOptions;
  readonly #tails = new Map<string, Promise<void>>();
  readonly #places: Places;
  #collected: Promise<void>[] | undefined;
  #size = 0;
  #repeating = 0;
  #droppedNow = 0;
  #dropped = 0;

  constructor(options: KeyedQueueOptions) {
    this.#options = options;
    this.#places = new Places(options.limit, options.ofOne);
  }

  /** How much is added and not done. */
  get size(): number {
    return this.#size;
  }

  /** How much was dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Adds work; `what` names it in the log when it fails. `of`: the server that it belongs to, where the key is not that server.
   * Resolves when it is done, however it went.
   */
  add(key: string, what: string, work: () => Promise<void>, of = key): Promise<void> {
    const { keptMax, waitingMax } = this.#options;
    if (this.#size >= ((this.#repeating ? keptMax : waitingMax) ?? Number.POSITIVE_INFINITY)) {
      this.#drop();
      return Promise.resolve();
    }
    this.#size += 1;
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#places.run(of, () => this.#run(what, work)));
    this.#tails.set(key, done);
    this.#collected?.push(done);
    void done.then(() => {
      this.#size -= 1;
      if (this.#tails.get(key) === done) this.#tails.delete(key);
      this.#tellIfRelieved();
    });
    return done;
  }

  #tellIfRelieved(): void {
    const { waitingMax, onRelieved } = this.#options;
    if (!waitingMax || !this.#droppedNow || this.#repeating || this.#size > waitingMax / 2) return;
    const dropped = this.#droppedNow;
    this.#droppedNow = 0;
    onRelieved?.(dropped);
  }

  /** Resolves when everything is done that is added meanwhile, which is at once. */
  async collect(add: () => void): Promise<void> {
    const added: Promise<void>[] = [];
    this.#collected = added;
    try {
      add();
    } finally {
      this.#collected = undefined;
    }
    await Promise.all(added);
  }

  /** Resolves when everything that was added is done. */
  async idle(): Promise<void> {
    while (this.#tails.size) await Promise.all(this.#tails.values());
  }

  async #run(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#mayPass(error)) await this.#repeat(what, work);
      else this.#options.onError(error, what);
    }
  }

  #drop(): void {
    this.#droppedNow += 1;
    this.#dropped += 1;
  }

  #mayPass(error: unknown): boolean {
    const { isPassing, stopping } = this.#options;
    return !stopping?.aborted && (isPassing?.(error) ?? false);
  }

  async #repeat(what: string, work: () => Promise<void>): Promise<void> {
    const { onError, onStuck, onRecovered, stopping } = this.#options;
    this.#repeating += 1;
    if (this.#repeating === 1) onStuck?.();
    const begun = performance.now();
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, WAIT_MS_MAX)) {
      await sleep(wait, undefined, { signal: stopping }).catch(() => undefined); // ended by a stop
      try {
        await work();
        break;
      } catch (error) {
        const isTooLong = performance.now() - begun > REPEAT_MS_MAX;
        if (this.#mayPass(error) && !isTooLong) continue;
        if (isTooLong) this.#drop();
        onError(error, what);
        break;
      }
    }
    this.#repeating -= 1;
    if (this.#repeating || stopping?.aborted) return;
    const dropped = this.#droppedNow;
    this.#droppedNow = 0;
    onRecovered?.(dropped);
  }
}
