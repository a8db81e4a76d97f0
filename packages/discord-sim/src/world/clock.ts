/** Everything the simulator knows about time, so that a test can move it. */
export interface Clock {
  now(): number;
  /** Runs `task` once after `ms`; the returned function takes it back. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Goes as fast as the system's clock and so much ahead of it. */
export function clockAhead(ms: number): Clock {
  return { ...systemClock, now: () => Date.now() + ms };
}

interface Waiting {
  due: number;
  task: () => void;
}

/** A clock that stands still until `advance` is called. */
export class ManualClock implements Clock {
  #now: number;
  #waiting = new Set<Waiting>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { due: this.#now + ms, task };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** Moves time forward and runs what became due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#waiting].sort((a, b) => a.due - b.due)[0];
      if (!next || next.due > end) break;
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.task();
    }
    this.#now = end;
  }
}

export function isoTime(ms: number): string {
  // Discord writes its times with microseconds and an offset; code that compares such texts must cope.
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
