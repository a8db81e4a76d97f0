import type { Logger } from 'pino';
import { NoAnswer } from './failures.ts';
import { RecentCount } from './recent-count.ts';
import { type Answered, isInvalid, type RequestGuard } from './request-guard.ts';
import { servedServer } from './served-server.ts';

/** After this many 429s in a row, each of which was waited for, the token must be in use elsewhere, too. */
const LIMITED_IN_A_ROW = 20;
const REST_MS = 30_000;
/** How many of the answers that Discord counts against our address one server may cause in ten minutes. */
const INVALID_OF_SERVER_MAX = 500;
/** More paths and servers than this are not kept apart. */
const KEPT_MAX = 1_000;
/** Stands for all calls of the bot, beside paths. */
const ALL = '';

interface BotCallsOptions {
  /** How many of the answers that Discord counts against our address this bot may get in ten minutes. No limit by default. */
  invalid_max?: number | undefined;
  log?: Logger | undefined;
}

/**
 * The calls that one bot makes with its token. The library waits out each 429 and asks again, without end, so anyone who has the token
 * could keep a call waiting for ever, and have our address shut out. A path that is limited again and again is therefore left alone for a
 * while, and so is the whole bot where the limit is global. The same goes for a bot, or one of its servers, that is refused too often.
 */
export class BotCalls {
  readonly #guard: RequestGuard;
  readonly #options: BotCallsOptions;
  readonly #invalid: RecentCount;
  readonly #invalidOf = new Map<string, RecentCount>();
  readonly #limited = new Map<string, number>();
  readonly #resting = new Map<string, number>();

  constructor(guard: RequestGuard, options: BotCallsOptions = {}) {
    this.#guard = guard;
    this.#options = options;
    this.#invalid = new RecentCount(guard.now);
  }

  /** Makes a call, in its turn, or throws that it was held back. */
  async send<T extends Answered>(
    request: { path: string; signal?: AbortSignal | undefined },
    call: () => Promise<T>,
  ): Promise<T> {
    const { path } = request;
    const server = servedServer();
    if (this.#rests(ALL) || this.#rests(path) || (server && this.#rests(server)))
      throw new NoAnswer(undefined, 'Discord limits or refuses this bot again and again; it is asked later');
    const answer = await this.#guard.send(request, call);
    this.#noteLimit(path, answer);
    if (isInvalid(answer)) this.#noteInvalid(server);
    return answer;
  }

  #noteInvalid(server: string | undefined): void {
    this.#invalid.add();
    if (this.#invalid.value >= (this.#options.invalid_max ?? Number.POSITIVE_INFINITY)) this.#rest(ALL);
    if (server === undefined) return;
    if (this.#invalidOf.size >= KEPT_MAX)
      for (const [one, count] of this.#invalidOf) if (!count.value) this.#invalidOf.delete(one);
    const count = this.#invalidOf.get(server) ?? new RecentCount(this.#guard.now);
    this.#invalidOf.set(server, count);
    count.add();
    if (count.value >= INVALID_OF_SERVER_MAX) this.#rest(server);
  }

  #noteLimit(path: string, { status, headers }: Answered): void {
    if (status !== 429) {
      for (const what of [ALL, path]) this.#limited.delete(what);
      return;
    }
    const what = headers.get('x-ratelimit-scope') === 'global' ? ALL : path;
    const count = (this.#limited.get(what) ?? 0) + 1;
    if (this.#limited.size >= KEPT_MAX) this.#limited.clear();
    this.#limited.set(what, count);
    // After a rest, one more is enough for another one.
    if (count >= LIMITED_IN_A_ROW) this.#rest(what);
  }

  #rests(what: string): boolean {
    const until = this.#resting.get(what);
    if (until === undefined) return false;
    if (this.#guard.now() < until) return true;
    this.#resting.delete(what);
    return false;
  }

  #rest(what: string): void {
    if (this.#resting.size >= KEPT_MAX) this.#resting.clear();
    this.#resting.set(what, this.#guard.now() + REST_MS);
    this.#options.log?.warn(
      { of: what || 'all', invalid: this.#invalid.value },
      'Discord limits or refuses a bot again and again; its calls, or those of a path or server, are put off',
    );
  }
}
