import type { AddressBanOptions } from './address-ban.ts';

export interface Fault {
  method?: string;
  /** A path without /api/v10, with `:name` for any one segment, or a pattern over such a path. */
  route: string | RegExp;
  /** How many requests it lets pass first; none by default. */
  skip?: number;
  /** How many requests it hits; once by default. */
  times?: number;
  /**
   * 429: refused with `retryAfterSeconds`. timeout: never answered. reset: the connection is torn down. delay: answered
   * late. stalled: an answer of 200 begins and never ends. banned: Cloudflare shuts the address out and says for how long
   * (`retryAfterSeconds`), or does not. Any other number: that status.
   */
  kind: number | 'timeout' | 'reset' | 'delay' | 'stalled' | 'banned';
  /** The work is done first, and only its answer is lost. */
  afterEffect?: boolean;
  retryAfterSeconds?: number;
  /** Of a status: Discord's code and words for it, as in https://docs.discord.com/developers/topics/opcodes-and-status-codes. */
  code?: number;
  message?: string;
  /** Of a status: it comes as an HTML page, as from Cloudflare, and not as Discord's JSON. */
  html?: boolean;
  /** Of a 429: all of the application's requests have to wait, and not this route alone. */
  global?: boolean;
  /** Of a 429: the limit is that of the channel or server, which others use too. */
  shared?: boolean;
  delayMs?: number;
  /** What its answer waits for; of a delay in place of a time. */
  until?: Promise<unknown>;
}

interface Armed extends Fault {
  toSkip: number;
  left: number;
}

export interface SeenRequest {
  method: string;
  /** As faults name it, with `:id` and `:token` in place of ids and tokens. */
  route: string;
}

/** Failures on demand, consumed in the order in which they were asked for. */
export class Faults {
  #armed: Armed[] = [];
  #hits: { method: string; path: string; fault: Fault }[] = [];
  #seen: SeenRequest[] | undefined;
  #ban: (AddressBanOptions & { answered: number }) | undefined;

  next(fault: Fault): void {
    this.#armed.push({ ...fault, toSkip: fault.skip ?? 0, left: fault.times ?? 1 });
  }

  /**
   * Has Cloudflare answer every call of the API until `lift`, whichever bot's it is. People's own clients have other addresses.
   * Says how many it answered.
   */
  banAddress(options: AddressBanOptions = { retryAfterSeconds: 3600 }): { lift(): void; answered(): number } {
    const ban = { ...options, answered: 0 };
    this.#ban = ban;
    return {
      lift: () => {
        if (this.#ban === ban) this.#ban = undefined;
      },
      answered: () => ban.answered,
    };
  }

  /** How Cloudflare answers a call, where the address is shut out. */
  takeBan(url: string, authorization: string | undefined): AddressBanOptions | undefined {
    if (!this.#ban || !url.startsWith('/api/') || isPersonal(authorization)) return undefined;
    this.#ban.answered += 1;
    return this.#ban;
  }

  /** Notes every request from now on, in a list that grows, until someone records again. */
  record(): readonly SeenRequest[] {
    this.#seen = [];
    return this.#seen;
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
    this.#seen?.push({ method, route: namelessPath(path) });
    const fault = this.#armed.find((armed) => {
      if ((armed.method && armed.method !== method) || !matches(armed.route, path)) return false;
      armed.toSkip -= 1;
      return armed.toSkip < 0;
    });
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

/** Ids and tokens give way to names, so that requests to one route look the same. */
export function namelessPath(path: string): string {
  return path.replace(/\/\d{15,}/g, '/:id').replace(/\/[\w-]{50,}/g, '/:token');
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

/** A person's own client sends its token alone. */
const isPersonal = (authorization: string | undefined) =>
  authorization !== undefined && !/^(Bot|Bearer|Basic) /.test(authorization);
