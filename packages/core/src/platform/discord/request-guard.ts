import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Watched } from '../async/watched.ts';
import { NoAnswer } from './failures.ts';
import { OutageLines } from './outage-lines.ts';
import { RecentCount } from './recent-count.ts';

/** As much of an answer as says whose it is. */
export interface Answered {
  status: number;
  headers: { get(name: string): string | null; keys(): Iterable<string> };
}

/** A call that was made, for figures. */
export interface MadeCall {
  path: string;
  /** From when it was sent until the head of the answer came; what it waited for before is not in it. */
  duration_ms: number;
  /** Undefined where no answer came. */
  status: number | undefined;
  /** Whose limit a 429 was about. */
  limit: LimitScope | undefined;
}

/** As `X-RateLimit-Scope` says; `address` where Cloudflare shuts the address out. */
export type LimitScope = (typeof limitScopes)[number] | 'address' | 'unknown';

export interface GuardOptions {
  log?: Logger | undefined;
  now?: () => number;
  /** As `Clock.elapsed`; goes by `now` where that is given. */
  elapsed?: () => number;
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Discord's limit for an address is 10,000 in ten minutes. From so many on, calls follow one another at a pace at which those of ten minutes and these stay below the limit. */
const slowFrom = 4_000;
const pacedEveryMs = 125;
const patienceMs = 10_000;
/** An answer to a press may find out that a ban has ended, so often. */
const tryEveryMs = 10_000;
/** For a ban whose end is not said. */
const unknownMs = RecentCount.window_ms;
const longestMs = 24 * 3_600_000;

/** The call was not made. */
class HeldBack extends NoAnswer {
  constructor(reason: string) {
    super(undefined, reason);
  }
}

/**
 * Keeps this program's address from being shut out by Cloudflare, which counts what Discord answers with 401, 403 or 429,
 * whichever bot asked; and while the address is shut out, keeps calls back until the ban ends. All clients of a process
 * share one. https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
export class RequestGuard {
  /** When the ban of this address ends, by the clock of this machine; undefined while there is none. */
  readonly ban = new Watched<number | undefined>(undefined);
  /** Whether Discord answers what is sent. */
  readonly outage: OutageLines;
  /** Whether calls find a turn within their patience. */
  readonly #pace: OutageLines;
  readonly #log: Logger | undefined;
  /** The time of day, by which processes tell each other when a ban ends. */
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly #wait: NonNullable<GuardOptions['wait']>;
  readonly #invalid: RecentCount;
  readonly #listeners = new Set<(made: MadeCall) => void>();
  #nextTurn = 0;
  #nextTry = 0;
  /** Calls that the ban refused. */
  #shutOutCount = 0;

  constructor({ log, now, elapsed = now ?? (() => performance.now()), wait }: GuardOptions = {}) {
    this.#log = log;
    this.now = now ?? (() => Date.now());
    this.elapsed = elapsed;
    this.#invalid = new RecentCount(elapsed);
    this.#wait = wait ?? ((ms, signal) => sleep(ms, undefined, { signal, ref: false }));
    const lines = { log, now: elapsed, wait: (ms: number) => this.#wait(ms, undefined) };
    this.outage = new OutageLines({
      ...lines,
      begins: 'Discord does not answer',
      ends: 'Discord answers again',
    });
    this.#pace = new OutageLines({
      ...lines,
      begins: 'calls to Discord are put off',
      ends: 'calls to Discord are not put off any more',
    });
    this.ban.onChange((until, before) => this.#tell(until, before));
  }

  get bannedUntil(): number | undefined {
    const { value } = this.ban;
    if (value !== undefined && value <= this.now()) this.#end();
    return this.ban.value;
  }

  /** Answers of the last ten minutes that Discord counts against this address. */
  get invalid(): number {
    return this.#invalid.value;
  }

  /** Takes over what another process of this machine, or this one before a restart, has found out. */
  learn(until: number | undefined): void {
    if (until !== undefined && until > this.now()) this.ban.set(until);
    else if (until === undefined) this.ban.set(undefined);
  }

  /**
   * Makes a call, in its turn, or throws that it was held back. Where `isOfApi` is false, somebody else may answer, and a limit of
   * theirs is no ban.
   */
  async send<T extends Answered>(
    { path, signal, isOfApi = true }: { path: string; signal?: AbortSignal | undefined; isOfApi?: boolean },
    call: () => Promise<T>,
  ): Promise<T> {
    const isAnswer = answersPress.test(path);
    const isTry = this.bannedUntil !== undefined;
    if (isTry) this.#try(isAnswer);
    else if (!isAnswer && this.invalid >= slowFrom) await this.#turn(signal);
    else this.#pace.answered();
    const answer = await this.#make(path, call);
    if (isOfApi && isBan(answer)) {
      this.#begin(answer);
      throw this.#shutOut();
    }
    // Not by a call that was on its way when the ban began.
    if (isTry) this.#end();
    if (isInvalid(answer)) this.#invalid.add();
    return answer;
  }

  /** Calls the listener with every call that was made. */
  onCall(listener: (made: MadeCall) => void): void {
    this.#listeners.add(listener);
  }

  async #make<T extends Answered>(path: string, call: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let answer: T | undefined;
    try {
      answer = await call();
      return answer;
    } finally {
      const duration_ms = performance.now() - begun;
      const limit = answer?.status === 429 ? limitOf(answer) : undefined;
      for (const listener of this.#listeners) listener({ path, duration_ms, status: answer?.status, limit });
    }
  }

  #try(isAnswer: boolean): void {
    if (!isAnswer || this.elapsed() < this.#nextTry) throw this.#shutOut();
    this.#nextTry = this.elapsed() + tryEveryMs;
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const now = this.elapsed();
    const at = Math.max(now, this.#nextTurn);
    if (at - now > patienceMs) {
      const reason = 'Discord refused so many calls that others have to wait, lest it shuts the address out';
      this.#pace.failed(reason);
      throw new HeldBack(reason);
    }
    this.#pace.answered();
    this.#nextTurn = at + pacedEveryMs;
    if (at > now) await this.#wait(at - now, signal);
    if (this.bannedUntil !== undefined) throw this.#shutOut();
  }

  #begin({ headers }: Answered): void {
    const said = Number(headers.get('retry-after')) * 1000;
    const now = this.now();
    const until = now + (said > 0 ? Math.min(said, longestMs) : unknownMs);
    this.#nextTry = this.elapsed() + tryEveryMs;
    this.ban.set(Math.max(until, this.bannedUntil ?? 0));
  }

  #end(): void {
    this.ban.set(undefined);
  }

  /** One line when a ban begins and one when it is over, for all calls that it refuses, wherever it was found out. */
  #tell(until: number | undefined, before: number | undefined): void {
    if (until === undefined) {
      this.#log?.info(
        { refused: this.#shutOutCount },
        'calls to Discord are made again: the ban of this address is over',
      );
      this.#shutOutCount = 0;
    } else if (before === undefined)
      this.#log?.error(
        { until: new Date(until).toISOString() },
        'Cloudflare, which stands before Discord, has shut this address out because of too many invalid requests. Nothing is sent to Discord until then',
      );
  }

  #shutOut(): HeldBack {
    this.#shutOutCount += 1;
    const until = new Date(this.ban.value ?? this.now()).toISOString();
    return new HeldBack(
      `This address is shut out by Cloudflare, which stands before Discord, until ${until}`,
    );
  }
}

const answersPress = /\/interactions\/\d+\/[^/]+\/callback$/;

/** Discord's own answers came through its proxy and say so, and its limits stand in headers. Cloudflare's have neither. */
function isBan({ status, headers }: Answered): boolean {
  if (status !== 429 || [...headers.keys()].some((name) => name.toLowerCase().startsWith('x-ratelimit-')))
    return false;
  return !headers.get('via') || !headers.get('content-type')?.includes('json');
}

const limitScopes = ['user', 'global', 'shared'] as const;

function limitOf(answer: Answered): LimitScope {
  if (isBan(answer)) return 'address';
  return limitScopes.find((scope) => scope === answer.headers.get('x-ratelimit-scope')) ?? 'unknown';
}

export const isInvalid = ({ status, headers }: Answered) =>
  status === 401 || status === 403 || (status === 429 && headers.get('x-ratelimit-scope') !== 'shared');
