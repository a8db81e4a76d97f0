import type pg from 'pg';

export interface PoolFigures {
  max: number;
  in_use: number;
  waiting: number;
  /** How long the one who has waited longest for a connection has done so; 0 where nobody waits. */
  oldest_wait_ms: number;
}

/** Counts who waits for a connection of a pool, and for how long. */
export class PoolWatch {
  readonly #pool: pg.Pool;
  readonly #waits = new Set<{ since: number }>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async waits<T>(connecting: Promise<T>): Promise<T> {
    const wait = { since: performance.now() };
    this.#waits.add(wait);
    try {
      return await connecting;
    } finally {
      this.#waits.delete(wait);
    }
  }

  figures(): PoolFigures {
    const [oldest] = this.#waits; // They stand in the order in which they came.
    return {
      max: this.#pool.options.max,
      in_use: this.#pool.totalCount - this.#pool.idleCount,
      waiting: this.#waits.size,
      oldest_wait_ms: oldest ? Math.round(performance.now() - oldest.since) : 0,
    };
  }
}

const busyAfterMs = 1_000;

/** Whether so many statements hold connections that others wait for one longer than anybody should. */
export const isFull = ({ max, in_use, oldest_wait_ms }: PoolFigures): boolean =>
  in_use >= max && oldest_wait_ms >= busyAfterMs;
