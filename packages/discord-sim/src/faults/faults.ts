export interface Fault {
  method?: string;
  /** A path without /api/v10, with `:name` for any one segment, or a pattern over such a path. */
  route: string | RegExp;
  /** How many requests it hits; once by default. */
  times?: number;
  /**
   * 429: refused with `retryAfterSeconds`. timeout: never answered. reset: the connection is torn down. delay: answered
   * late. Any other number: that status.
   */
  kind: number | 'timeout' | 'reset' | 'delay';
  /** The work is done first, and only its answer is lost. */
  afterEffect?: boolean;
  retryAfterSeconds?: number;
  delayMs?: number;
}

interface Armed extends Fault {
  left: number;
}

/** Failures on demand, consumed in the order in which they were asked for. */
export class Faults {
  #armed: Armed[] = [];
  #hits: { method: string; path: string; fault: Fault }[] = [];

  next(fault: Fault): void {
    this.#armed.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#armed = [];
  }

  /** Requests that were hit so far. */
  get hits(): readonly { method: string; path: string; fault: Fault }[] {
    return this.#hits;
  }

  /** Faults that still wait for a request. */
  get pending(): number {
    return this.#armed.length;
  }

  take(method: string, path: string): Fault | undefined {
    const fault = this.#armed.find(
      (armed) => (!armed.method || armed.method === method) && matches(armed.route, path),
    );
    if (!fault) return undefined;
    fault.left -= 1;
    if (fault.left <= 0) this.#armed = this.#armed.filter((armed) => armed !== fault);
    this.#hits.push({ method, path, fault });
    return fault;
  }
}

/** The path that faults and reports speak of: without version and query. */
export function plainPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/^\/api(\/v\d+)?(?=\/)/, '');
}

function matches(route: string | RegExp, path: string): boolean {
  if (route instanceof RegExp) return route.test(path);
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
}
