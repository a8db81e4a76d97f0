import type { Logger } from 'pino';
import { NoAnswer } from './failures.ts';
import { RecentCount } from './recent-count.ts';
import { type Answered, isInvalid, type RequestGuard } from './request-guard.ts';

/** So many 429s one after another, although each was waited for: the token is used elsewhere, too. */
const LIMITED_IN_A_ROW = 20;
const REST_MS = 30_000;

interface BotCallsOptions {
  /** Of the answers that Discord counts against the address, how many this bot may get in ten minutes. All of them by default. */
  invalid_max?: number | undefined;
  log?: Logger | undefined;
}

/**
 * The calls of one bot under its token. The library waits for a limit and asks again, without end; anybody who has the token can make
 * that last for ever, and have the whole address shut out. So a bot that is limited again and again, or refused too often, rests.
 */
export class BotCalls {
  readonly #guard: RequestGuard;
  readonly #options: BotCallsOptions;
  readonly #invalid: RecentCount;
  #limited = 0;
  #rests_until = 0;

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
    if (this.#guard.now() < this.#rests_until)
      throw new NoAnswer(
        undefined,
        'Discord limits or refuses this bot again and again, so it is asked later',
      );
    const answer = await this.#guard.send(request, call);
    this.#limited = answer.status === 429 ? this.#limited + 1 : 0;
    const counts = isInvalid(answer);
    if (counts) this.#invalid.add();
    const isTooMuch =
      counts && this.#invalid.value >= (this.#options.invalid_max ?? Number.POSITIVE_INFINITY);
    if (isTooMuch || this.#limited >= LIMITED_IN_A_ROW) this.#rest();
    return answer;
  }

  /** After it, one more such answer is enough for another rest. */
  #rest(): void {
    this.#rests_until = this.#guard.now() + REST_MS;
    this.#options.log?.warn(
      { limited_in_a_row: this.#limited, invalid: this.#invalid.value },
      'Discord limits or refuses a bot again and again; its calls are put off',
    );
  }
}
