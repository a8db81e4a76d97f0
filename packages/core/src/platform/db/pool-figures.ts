import pg from 'pg';
import { isAway, isReadOnly } from './outage.ts';

export interface PoolFigures {
  max: number;
  in_use: number;
  waiting: number;
  /** How long the one who has waited longest for a connection has done so; 0 where nobody waits. */
  oldest_wait_ms: number;
}

/** A time in which no statement was answered, or, `read_only`, none that changes something was done. */
export interface Outage {
  kind: 'away' | 'read_only';
  since: Date;
  cause: Error;
}

export type OutageListener = (now: Outage | undefined, before: Outage | undefined) => void;

/** Counts who waits for a connection of a pool, and for how long, and notices when the database is away. */
export class PoolWatch {
  /** Undefined while the database answers. */
  #outage: Outage | undefined;
  /** Undefined while it takes changes. What it reads for others says nothing of that. */
  #readOnly: Outage | undefined;
  readonly #listeners = new Set<OutageListener>();
  #answeredAt = 0;
  #awaySince = 0;
  #changedAt = 0;
  #readOnlySince = 0;
  readonly #pool: pg.Pool;
  readonly #waits = new Set<{ since: number }>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async waits<T>(connecting: () => Promise<T>): Promise<T> {
    const wait = { since: performance.now() };
    this.#waits.add(wait);
    try {
      return await connecting();
    } catch (error) {
      this.#fails(error, wait.since);
      throw error;
    } finally {
      this.#waits.delete(wait);
    }
  }

  /** A statement that was begun at this time was answered. Not by what was on its way when the database went. */
  answered(begun: number): void {
    this.#answeredAt = performance.now();
    if (!this.#outage || begun <= this.#awaySince) return;
    const before = this.#outage;
    this.#outage = undefined;
    this.#tell(undefined, before);
  }

  /** A statement that was begun at this time has changed something, or would have. */
  changed(begun: number): void {
    this.#changedAt = performance.now();
    if (!this.#readOnly || begun <= this.#readOnlySince) return;
    const before = this.#readOnly;
    this.#readOnly = undefined;
    this.#tell(undefined, before);
  }

  hasAnsweredSince(begun: number): boolean {
    return this.#answeredAt >= begun;
  }

  /** One failed. What the database refuses it answers. */
  failed(error: unknown, begun: number): void {
    if (error instanceof pg.DatabaseError && !isAway(error)) this.answered(begun);
    else this.#fails(error, begun);
    if (!isReadOnly(error) || this.#readOnly || this.#changedAt >= begun) return;
    this.#readOnlySince = performance.now();
    this.#readOnly = { kind: 'read_only', since: new Date(), cause: error };
    this.#tell(this.#readOnly, undefined);
  }

  /** For a connection that cannot be had: one that is had may be an old one, so nothing is known by it. */
  #fails(error: unknown, begun: number): void {
    // Where others were answered since, this one was slow, or its connection broke; where all are in use, it waited for one.
    if (!isAway(error) || this.hasAnsweredSince(begun) || this.#outage || isFull(this.figures())) return;
    this.#awaySince = performance.now();
    this.#outage = { kind: 'away', since: new Date(), cause: error };
    this.#tell(this.#outage, undefined);
  }

  #tell(now: Outage | undefined, before: Outage | undefined): void {
    for (const listener of this.#listeners) listener(now, before);
  }

  /** Calls the listener when the database goes away or takes no changes any more, and when that ends. */
  onOutage(listener: OutageListener): void {
    this.#listeners.add(listener);
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
