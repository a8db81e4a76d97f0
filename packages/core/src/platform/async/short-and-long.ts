/** What is thrown in the middle of a work whose turn is over. It is done in a later one. */
export class TurnOver extends Error {}

export interface Turn {
  /** Asked between one thing and the next. Throws where the time of a short work is up, and no long one may begin. */
  goOn(): void;
  /** As goOn(), of a work that loses nothing by it: a long one also lets in who waits, when it has had its time. */
  letOthers(): void;
}

interface Limits {
  /** How many short works at once, and how long one is short. */
  short: number;
  short_ms: number;
  /** How many long ones beside them, and how long one keeps another from being done. */
  long: number;
  long_ms: number;
}

interface Timing {
  now(): number;
  /** Returns what stops it. */
  after(ms: number, ring: () => void): () => void;
}

const byClock: Timing = {
  now: () => performance.now(),
  after(ms, ring) {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Turns of servers, of which each has one at a time. All begin as short works. One that takes longer goes on among the long ones, where
 * there is a place, else it gives way and begins among them next time. So a short work waits for other short ones alone.
 */
export class ShortAndLong {
  readonly #limits: Limits;
  readonly #timing: Timing;
  /** Who is at work, also those whose turn is over and who come to the end of a thing. */
  readonly #working = new Set<string>();
  readonly #short = new Set<string>();
  readonly #long = new Set<string>();
  /** Whose last turn was too short, with when they last asked for another one, in the order in which they may have it. */
  readonly #slow = new Map<string, number>();

  constructor(limits: Limits, timing: Timing = byClock) {
    this.#limits = limits;
    this.#timing = timing;
  }

  /** Undefined where there is no place now. `freed` is called when a place is free before the work has ended. */
  async run<T>(
    server: string,
    work: (turn: Turn) => Promise<T>,
    freed: () => void,
  ): Promise<{ value: T } | undefined> {
    if (this.#working.has(server)) return undefined;
    const isLong = this.#slow.has(server);
    if (isLong) this.#slow.set(server, this.#timing.now());
    if (!(isLong ? this.#hasLongPlaceFor(server) : this.#short.size < this.#limits.short)) return undefined;
    this.#working.add(server);
    (isLong ? this.#long : this.#short).add(server);
    let long_since = this.#timing.now();
    let isOver = false;
    const stop = isLong
      ? () => undefined
      : this.#timing.after(this.#limits.short_ms, () => {
          this.#short.delete(server);
          isOver = this.#long.size + this.#awaiting().length >= this.#limits.long;
          if (!isOver) this.#long.add(server);
          long_since = this.#timing.now();
          freed();
        });
    const goOn = () => {
      if (isOver) throw new TurnOver('the turn is over');
    };
    const letOthers = () => {
      goOn();
      const isTime = this.#long.has(server) && this.#timing.now() - long_since >= this.#limits.long_ms;
      isOver = isTime && this.#awaiting().length > 0;
      goOn();
    };
    try {
      const value = await work({ goOn, letOthers });
      isOver = false;
      return { value };
    } finally {
      stop();
      this.#slow.delete(server);
      if (isOver) this.#slow.set(server, this.#timing.now());
      this.#short.delete(server);
      this.#long.delete(server);
      this.#working.delete(server);
    }
  }

  /** Who came first has the first place that is free. */
  #hasLongPlaceFor(server: string): boolean {
    const free = this.#limits.long - this.#long.size;
    return this.#awaiting().slice(0, Math.max(0, free)).includes(server);
  }

  /** Who waits for a long place. Who has not asked for it lately had their turn in another process. */
  #awaiting(): string[] {
    const since = this.#timing.now() - this.#limits.long_ms;
    for (const [server, asked] of this.#slow)
      if (asked < since && !this.#working.has(server)) this.#slow.delete(server);
    return [...this.#slow.keys()].filter((server) => !this.#working.has(server));
  }
}
