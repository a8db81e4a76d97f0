interface Waiting {
  key: string;
  enter(): void;
}

export interface QueueLimits {
  /** How many work at once. */
  at_once: number;
  /** How many may wait, and how many of one key, such as a server. */
  waiting: number;
  waiting_of_key: number;
}

/**
 * Runs a few works at once and never two of one key. The others wait in order, in a queue that refuses more when it is full and gives
 * up on a work that waited too long.
 */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #working = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when its turn comes. Undefined: too many wait already, or the turn did not come in time. */
  async run<T>(
    key: string,
    { wait_ms }: { wait_ms: number },
    work: () => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    if (!(await this.#enter(key, wait_ms))) return undefined;
    try {
      return { value: await work() };
    } finally {
      this.#working.delete(key);
      this.#next();
    }
  }

  async #enter(key: string, wait_ms: number): Promise<boolean> {
    if (this.#hasRoom(key)) {
      this.#working.add(key);
      return true;
    }
    const { waiting, waiting_of_key } = this.#limits;
    const ofKey = this.#waiting.filter((one) => one.key === key).length;
    if (wait_ms <= 0 || this.#waiting.length >= waiting || ofKey >= waiting_of_key) return false;
    return new Promise((resolve) => {
      const one = { key, enter: () => leave(true) };
      const timer = setTimeout(() => leave(false), wait_ms);
      const leave = (entered: boolean) => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== one);
        if (entered) this.#working.add(key);
        resolve(entered);
      };
      this.#waiting.push(one);
    });
  }

  #hasRoom(key: string): boolean {
    return this.#working.size < this.#limits.at_once && !this.#working.has(key);
  }

  #next(): void {
    for (const { key, enter } of this.#waiting) if (this.#hasRoom(key)) enter();
  }
}
