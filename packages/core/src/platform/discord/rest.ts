import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DefaultRestOptions,
  type InternalRequest,
  type RateLimitData,
  REST,
  type RESTOptions,
  type ResponseLike,
} from '@discordjs/rest';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { outside } from '../async/places.ts';
import type { BotCalls } from './bot-calls.ts';
import { hasDiscordCode, NoAnswer } from './failures.ts';
import type { RequestGuard } from './request-guard.ts';
import { servedServer } from './served-server.ts';
import { SetBack } from './set-back.ts';

/** What the client must know of the token, and tells about it. */
export interface TokenWatch {
  isRefused(): boolean;
  /** Discord did not authorise a call that carried the token. */
  onUnauthorized(path: string): void;
  /** A token that came in the place of this one, which is asked for when this one is refused. */
  another?(): Promise<string | undefined>;
}

/** Has a bot let into channels of a server by our other bots there. Returns whether to repeat the call that was refused. */
export type LetIn = (guild_id: string, channel_ids: readonly string[]) => Promise<boolean>;

/** Set while one bot lets another in. One that is shut out itself asks nobody then, or two bots would ask each other for ever. */
const lettingIn = new AsyncLocalStorage<true>();

class BotRest extends REST {
  readonly #letIn: LetIn | undefined;
  readonly #clock = new SetBack();

  constructor(options: Partial<RESTOptions>, letIn: LetIn | undefined) {
    super(options);
    this.#letIn = letIn;
  }

  /** A call may wait long, for its answer or for a limit. Others work meanwhile in the place from which it is made. */
  override queueRequest(call: InternalRequest): ReturnType<REST['queueRequest']> {
    if (this.#clock.wasSetBack()) this.#forgetLimits();
    return outside(() => super.queueRequest(call));
  }

  /**
   * The library notes by the time of day when a limit ends, so that a clock that is set right by ten minutes would keep every call back for
   * as long. Where a limit still holds, Discord's next answer says so.
   */
  #forgetLimits(): void {
    this.handlers.clear();
    this.globalReset = -1;
    this.globalDelay = null;
  }

  /** The library forgets its token at the first 401, and then every call fails. One 401 costs one call here. */
  override setToken(token: string | null): this {
    return token ? super.setToken(token) : this;
  }

  /** A refused call changed nothing, so it can be repeated once the bot has been let in. */
  override async request(options: InternalRequest): Promise<unknown> {
    try {
      return await super.request(options);
    } catch (error) {
      const { MissingAccess, MissingPermissions } = RESTJSONErrorCodes;
      if (!hasDiscordCode(error, MissingAccess, MissingPermissions)) throw error;
      const isLetIn = !lettingIn.getStore() && (await lettingIn.run(true, () => this.#isLetIn(options)));
      if (!isLetIn) throw error;
      return super.request(options);
    }
  }

  async #isLetIn(refused: InternalRequest): Promise<boolean> {
    const guild_id = servedServer();
    const channel_ids = channelsOf(refused);
    if (guild_id === undefined || !channel_ids.length) return false;
    return (await this.#letIn?.(guild_id, channel_ids)) ?? false;
  }
}

/** The channel that a call is about, and the category or channel that something was to be made in or moved to. */
function channelsOf({ fullRoute, body }: InternalRequest): string[] {
  const channel_id = /^\/channels\/(\d+)/.exec(fullRoute)?.[1];
  const parent_id = body && typeof body === 'object' && 'parent_id' in body ? body.parent_id : undefined;
  return [channel_id, parent_id].filter((id) => typeof id === 'string');
}

interface Means {
  token: TokenWatch;
  guard: RequestGuard;
  /** Those of all clients of the bot. */
  calls: BotCalls;
  letIn?: LetIn | undefined;
}

/**
 * The library waits for rate limits by itself, as long as someone may wait for what is asked; a longer one counts as
 * an outage. It does not repeat failed requests: a repeated POST could make a second channel or message, so repeating
 * is the business of the use-case, which knows what is already there.
 */
export function createRest(url: string, options: Partial<RESTOptions>, by: Means): REST {
  return new BotRest(
    {
      version: '10',
      api: `${url}/api`,
      retries: 0,
      rejectOnRateLimit: isTooLong,
      makeRequest: (address, init) => request(address, init, by),
      ...options,
    },
    by.letIn,
  );
}

/** Lets a client draw on another's budget of calls a second: Discord counts by token. */
export function shareBudget(client: REST, of: REST): REST {
  for (const field of ['globalRemaining', 'globalReset', 'globalDelay'] as const) {
    Object.defineProperty(client, field, {
      get: () => of[field],
      set: (value: never) => {
        of[field] = value;
      },
    });
  }
  return client;
}

const patienceMs = 10_000;
const isTooLong = ({ retryAfter }: RateLimitData) => retryAfter > patienceMs;

type Request = Parameters<RESTOptions['makeRequest']>;

async function request(address: Request[0], init: Request[1], { token, guard, calls }: Means) {
  const carriesToken = 'Authorization' in (init.headers ?? {});
  const { pathname } = new URL(address);
  const send = async (init: Request[1]) => {
    // What carries another token has limits of its own.
    const answer = await (carriesToken ? calls : guard)
      .send({ path: pathname, signal: init.signal ?? undefined }, () => wholeAnswer(address, init))
      .catch((error: unknown) => {
        if (error instanceof NoAnswer) throw error;
        guard.outage.failed(error instanceof Error ? error.message : String(error));
        throw new NoAnswer(error);
      });
    if (isOfSomebodyElse(answer)) {
      const reason = `it answers with ${answer.status} and no JSON`;
      guard.outage.failed(reason);
      throw new NoAnswer(new Error(reason));
    }
    if (answer.status >= 500) guard.outage.failed(`it answers with ${answer.status}`);
    else guard.outage.answered();
    return answer;
  };
  if (!carriesToken || asksWhoWeAre(pathname)) return send(init);
  // What was not authorised was not done, so with another token it is done once.
  const withAnother = async () => {
    const other = await token.another?.();
    return other && send({ ...init, headers: { ...init.headers, Authorization: `Bot ${other}` } });
  };
  // Discord bans the address of a program that goes on asking with a refused token.
  if (token.isRefused()) {
    const answer = await withAnother();
    if (!answer) throw new NoAnswer(new Error('Discord refuses the bot token'));
    return answer;
  }
  const response = await send(init);
  if (response.status !== 401) return response;
  const answer = await withAnother();
  if (answer) return answer;
  token.onUnauthorized(pathname);
  return response;
}

/** Discord's answer with its whole body, for which the time limit of the call counts too. */
async function wholeAnswer(...[address, init]: Request): Promise<ResponseLike> {
  const { status, statusText, headers, ...answer } = await DefaultRestOptions.makeRequest(address, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (isJson(headers) && !bytes.length) throw new Error('an answer without what it is said to have');
  const said = isJson(headers) ? JSON.parse(bytes.toString()) : undefined;
  const whole = new Response(bytes.length ? bytes : null, { status, statusText, headers: [...headers] });
  // The two declare the same stream.
  return Object.assign(whole, { json: async () => said }) as ResponseLike;
}

const isJson = (headers: ResponseLike['headers']) =>
  headers.get('content-type')?.startsWith('application/json');

/**
 * Whether the answer is not Discord's but that of something in front of it, such as a page of Cloudflare's. Discord answers in JSON, or
 * with 204 and no body. A 429 is dealt with elsewhere.
 */
const isOfSomebodyElse = ({ status, headers }: ResponseLike) =>
  status < 500 && status !== 429 && status !== 204 && (!isJson(headers) || (status >= 300 && status < 400));

/** By these it is found out whether the token is accepted again. */
const asksWhoWeAre = (pathname: string) =>
  [Routes.user(), Routes.currentApplication()].some((route) => pathname.endsWith(route));
