import type { Logger } from 'pino';
import { NoAnswer } from './failures.ts';
import { RecentCount } from './recent-count.ts';
import { type Answered, isInvalid, type RequestGuard } from './request-guard.ts';
import { servedServer } from './served-server.ts';

/** After this many limits in a row, each of which was waited out, the token must be in use elsewhere, too. */
const LIMITED_IN_A_ROW = 20;
const REST_MS = 30_000;
/** How many of the answers that Discord counts against our address one server may cause in ten minutes. */
const INVALID_OF_SERVER_MAX = 500;
/** And this part of those that its bot may get, so that no server puts the bot out of work in the others. */
const SHARE_OF_SERVER = 1 / 5;
/** More paths and servers than this are not kept apart. */
const KEPT_MAX = 1_000;
/** Stands for all calls of the bot, beside paths. */
const ALL = '';

interface BotCallsOptions {
  /** The id of the bot's user: a client that takes the place of another goes on with its counts. Undefined while it is not known. */
  bot_id?: string | undefined;
  /** How many of the answers that Discord counts against our address this bot may get in ten minutes. No limit by default. */
  invalid_max?: number | undefined;
  log?: Logger | undefined;
}

/** The call was not made, because the bot rests, or only a part of its calls: those to one path, or those for one server. */
export class Resting extends NoAnswer {
  readonly of: 'bot' | 'part';

  constructor(of: 'bot' | 'part') {
    super(undefined, 'Discord limits or refuses this bot again and again; it is asked later');
    this.of = of;
  }
}

/** What is known of one bot, or of all servers, of a process. */
interface Known {
  invalid: RecentCount;
  invalidOf: Map<string, RecentCount>;
  /** By path: limits in a row, and by which moment the last of them is waited out. */
  limited: Map<string, { count: number; until: number }>;
  resting: Map<string, number>;
}

/** Beside the bots of a process. A server that another bot serves from now on is the same server. */
const SERVERS = 'servers';
const knownBy = new WeakMap<RequestGuard, Map<string, Known>>();

const nothingKnown = ({ elapsed }: RequestGuard): Known => ({
  invalid: new RecentCount(elapsed),
  invalidOf: new Map(),
  limited: new Map(),
  resting: new Map(),
});

function knownOf(guard: RequestGuard, whose: string): Known {
  const all = knownBy.get(guard) ?? new Map<string, Known>();
  knownBy.set(guard, all);
  const known = all.get(whose) ?? nothingKnown(guard);
  if (all.size >= KEPT_MAX)
    for (const [one, { invalid }] of all) if (one !== SERVERS && !invalid.value) all.delete(one);
  all.set(whose, known);
  return known;
}

/**
 * The calls that one bot makes with its token. The library waits out each 429 and asks again, without end, so anyone who has the token
 * could keep a call waiting for ever, and have our address shut out. A path that is limited again and again is therefore left alone for a
 * while, and so is the whole bot where the limit is global. The same goes for a bot, or one of its servers, that is refused too often.
 */
export class BotCalls {
  readonly #guard: RequestGuard;
  readonly #options: BotCallsOptions;
  readonly #bot: Known;
  readonly #servers: Known;

  constructor(guard: RequestGuard, options: BotCallsOptions = {}) {
    this.#guard = guard;
    this.#options = options;
    this.#bot = options.bot_id === undefined ? nothingKnown(guard) : knownOf(guard, options.bot_id);
    this.#servers = knownOf(guard, SERVERS);
  }

  /** Makes a call, in its turn, or throws that it was held back. */
  async send<T extends Answered>(
    request: { path: string; signal?: AbortSignal | undefined },
    call: () => Promise<T>,
  ): Promise<T> {
    const { path } = request;
    const server = servedServer();
    const { resting } = this.#bot;
    if (this.#rests(resting, ALL)) throw new Resting('bot');
    if (this.#rests(resting, path)) throw new Resting('part');
    if (server !== undefined && this.#rests(this.#servers.resting, server)) throw new Resting('part');
    let sent_at = 0;
    const answer = await this.#guard.send(request, () => {
      sent_at = performance.now();
      return call();
    });
    this.#noteLimit(path, answer, sent_at);
    if (isInvalid(answer)) this.#noteInvalid(server);
    return answer;
  }

  #noteInvalid(server: string | undefined): void {
    const { invalid_max = Number.POSITIVE_INFINITY } = this.#options;
    const wasOver =
      server !== undefined &&
      this.#noteOfServer(server, Math.min(INVALID_OF_SERVER_MAX, invalid_max * SHARE_OF_SERVER));
    // Once a server has had its part, it alone rests.
    if (wasOver) return;
    const { invalid, resting } = this.#bot;
    invalid.add();
    if (invalid.value >= invalid_max) this.#rest(resting, ALL);
  }

  /** Returns whether the server had caused so many already. */
  #noteOfServer(server: string, max: number): boolean {
    const { invalidOf, resting } = this.#servers;
    if (invalidOf.size >= KEPT_MAX)
      for (const [one, count] of invalidOf) if (!count.value) invalidOf.delete(one);
    const count = invalidOf.get(server) ?? new RecentCount(this.#guard.elapsed);
    invalidOf.set(server, count);
    const wasOver = count.value >= max;
    count.add();
    if (count.value >= max) this.#rest(resting, server);
    return wasOver;
  }

  #noteLimit(path: string, { status, headers }: Answered, sent_at: number): void {
    const { limited, resting } = this.#bot;
    if (status !== 429) {
      for (const what of [ALL, path]) limited.delete(what);
      return;
    }
    const what = headers.get('x-ratelimit-scope') === 'global' ? ALL : path;
    const before = limited.get(what);
    // Many calls can meet one limit, as when several processes together ask for more than the token allows.
    if (before && sent_at < before.until) return;
    const count = (before?.count ?? 0) + 1;
    const until = performance.now() + (Number(headers.get('retry-after')) || 0) * 1000;
    if (limited.size >= KEPT_MAX) limited.clear();
    limited.set(what, { count, until });
    // After a rest, one more is enough for another one.
    if (count >= LIMITED_IN_A_ROW) this.#rest(resting, what);
  }

  #rests(resting: Map<string, number>, what: string): boolean {
    const until = resting.get(what);
    if (until === undefined) return false;
    if (this.#guard.elapsed() < until) return true;
    resting.delete(what);
    return false;
  }

  #rest(resting: Map<string, number>, what: string): void {
    if (resting.size >= KEPT_MAX) resting.clear();
    resting.set(what, this.#guard.elapsed() + REST_MS);
    this.#options.log?.warn(
      { of: what || 'all', invalid: this.#bot.invalid.value },
      'Discord limits or refuses a bot again and again; its calls, or those of a path or server, are put off',
    );
  }
}
