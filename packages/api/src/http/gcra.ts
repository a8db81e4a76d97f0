export interface Limit {
  max: number;
  period_ms: number;
}

export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Until the full number is there again. */
  reset_after_ms: number;
  /** Until the next one is allowed; 0 when this one was. */
  retry_after_ms: number;
}

/** Counts calls by key. Behind this stands memory; several processes behind one address can share a store instead. */
export interface LimitStore {
  take(key: string, limit: Limit, now_ms: number): Taken | Promise<Taken>;
  /** Undoes one call that was taken and then not made. */
  giveBack(key: string, limit: Limit): void | Promise<void>;
}

interface MemoryLimits extends LimitStore {
  take(key: string, limit: Limit, now_ms: number): Taken;
  giveBack(key: string, limit: Limit): void;
  /** Takes so many, whether they are there or not: what is missing is owed, and nothing is allowed until it has come back. */
  owe(key: string, limit: Limit, count: number, now_ms: number): void;
}

const owedMsMax = 30_000;

const sweepAbove = 20_000;

/** Sums of fractional times are off by less than this. Without it, about one allowed call in nine is refused. */
const roundingMs = 0.001;

/**
 * The generic cell rate algorithm: `max` at once, refilled evenly over the period. Each key is one number, the time
 * at which it will be full again.
 */
export function memoryLimits(): MemoryLimits {
  const fullAt = new Map<string, number>();
  let sweepAt = sweepAbove;
  const sweep = (now: number) => {
    for (const [key, time] of fullAt) if (time <= now) fullAt.delete(key);
    sweepAt = Math.max(sweepAbove, fullAt.size * 2);
  };
  return {
    owe(key, { max, period_ms }, count, now) {
      const full_at = Math.max(fullAt.get(key) ?? 0, now) + (count * period_ms) / max;
      fullAt.set(key, Math.min(full_at, now + period_ms + owedMsMax));
    },
    giveBack(key, { max, period_ms }) {
      const full_at = fullAt.get(key);
      if (full_at !== undefined) fullAt.set(key, full_at - period_ms / max);
    },
    take(key, { max, period_ms }, now) {
      if (fullAt.size > sweepAt) sweep(now);
      const each = period_ms / max;
      const start = Math.max(fullAt.get(key) ?? 0, now);
      const wait = start + each - period_ms - now;
      if (wait > roundingMs)
        return { allowed: false, remaining: 0, reset_after_ms: start - now, retry_after_ms: wait };
      fullAt.set(key, start + each);
      const reset_after_ms = start + each - now;
      return {
        allowed: true,
        remaining: Math.floor((period_ms - reset_after_ms) / each + 1e-9),
        reset_after_ms,
        retry_after_ms: 0,
      };
    },
  };
}
