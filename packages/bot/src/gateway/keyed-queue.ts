/** Work in order within a key, and side by side between keys, but only so much at once. */
export class KeyedQueue {
  readonly #limit: number;
  readonly #onError: (error: unknown, what: string) => void;
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: { limit: number; onError: (error: unknown, what: string) => void }) {
    this.#limit = options.limit;
    this.#onError = options.onError;
  }

  /** Adds work; `what` names it in the log when it fails. Resolves when it is done, however it went. */
  add(key: string, what: string, work: () => Promise<void>): Promise<void> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#run(what, work));
    this.#tails.set(key, done);
    void done.then(() => {
      if (this.#tails.get(key) === done) this.#tails.delete(key);
    });
    return done;
  }

  /** Resolves when everything that was added is done. */
  async idle(): Promise<void> {
    while (this.#tails.size) await Promise.all(this.#tails.values());
  }

  async #run(what: string, work: () => Promise<void>): Promise<void> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      await work();
    } catch (error) {
      this.#onError(error, what);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
