import { API } from '@discordjs/core';
import type { REST } from '@discordjs/rest';
import type { APIUser } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { BotCalls } from './bot-calls.ts';
import { BotIdentity } from './bot-identity.ts';
import { RequestGuard } from './request-guard.ts';
import { createRest, type LetIn, shareBudget, type TokenWatch } from './rest.ts';

/** Our way to Discord's REST interface, as the bot. */
export interface Discord {
  rest: REST;
  api: API;
  /** For answers to interactions, which Discord does not count among a bot's 50 requests a second. */
  interactions: API['interactions'];
  /** For messages with files, which may be long on their way. */
  uploads: Pick<API, 'channels' | 'webhooks'>;
  /** Who someone is. All who ask at the same time share one question. */
  user(id: string): Promise<APIUser>;
  /** Whether there is time to ask who someone is for a screen alone. Counts each time that it is asked. */
  mayAskForShow(): boolean;
  /** Who the bot is to Discord, and whether its token is accepted. */
  identity: BotIdentity;
  /** Whether this address may call Discord at all. */
  guard: RequestGuard;
  /** The application's id. */
  readonly application_id: string;
  /** The id of the bot's user, which for old applications is another. */
  readonly user_id: string;
  /** The bot's token, for the gateway. */
  token: string;
  /** How long the shards of a bot that may not identify together leave between them. */
  identify_gap_ms: number;
}

export interface DiscordOptions {
  url: string;
  token: string;
  /** The application's id as far as it is known before Discord has told it. */
  application_id: string;
  /** The id of the bot's user, where it is known not to be the application's. */
  user_id?: string;
  /** What the log says when Discord refuses the token. */
  token_refused?: string;
  log?: Logger;
  /** That of the other clients of this process, where there are any. */
  guard?: RequestGuard;
  /** Of the answers that Discord counts against this address, how many this bot may get in ten minutes. */
  invalid_max?: number;
  /** After how long an answer counts as lost. */
  timeout_ms?: number;
  /** After how long a refused token is tried again, the first time. */
  recheck_ms?: number;
  /** A token that was refused is not asked about again: another one makes another client. */
  refused_for_good?: boolean;
  /** A token that was stored in the place of this one since. */
  another_token?: () => Promise<string | undefined>;
  /** How long a bot's shards leave between them when they identify. */
  identify_gap_ms?: number;
  /** Has this bot let into channels where Discord refused it something. Returns whether to repeat the call. */
  let_in?: (bot: Discord, ...to: Parameters<LetIn>) => ReturnType<LetIn>;
}

/** Discord's window is five seconds, and the network is not always equally fast. */
const IDENTIFY_GAP_MS = 5_250;

/** `url` is the base without a path, such as `https://discord.com` or the simulator's. */
export function createDiscord(options: DiscordOptions): Discord {
  const {
    url,
    token,
    log,
    let_in,
    timeout_ms: timeout = 15_000,
    guard = new RequestGuard({ log }),
  } = options;
  const identity: BotIdentity = new BotIdentity({
    rest: () => rest,
    assumed: {
      application_id: options.application_id,
      user_id: options.user_id ?? options.application_id,
    },
    token_refused: options.token_refused,
    log,
    recheck_ms: options.recheck_ms,
    refused_for_good: options.refused_for_good,
  });
  const watch: TokenWatch = {
    isRefused: () => identity.state.value === 'refused',
    onUnauthorized(path) {
      log?.warn({ path }, 'Discord did not authorise a call of the bot');
      void identity.check();
    },
    another: async () => options.another_token?.(),
  };
  const by = {
    token: watch,
    guard,
    letIn: let_in && ((...to: Parameters<LetIn>) => let_in(discord, ...to)),
    calls: new BotCalls(guard, {
      bot_id: options.user_id ?? options.application_id,
      invalid_max: options.invalid_max,
      log,
    }),
  };
  const rest = createRest(url, { timeout }, by).setToken(token);
  const unhurried = createRest(url, { timeout: timeout * uploadPatience }, by).setToken(token);
  const uncounted = createRest(url, { timeout, globalRequestsPerSecond: Number.POSITIVE_INFINITY }, by);
  const api = new API(rest);
  const discord: Discord = {
    rest,
    api,
    user: shared((id) => api.users.get(id)),
    mayAskForShow: perSecond(askedForShow),
    interactions: new API(uncounted.setToken(token)).interactions,
    uploads: new API(shareBudget(unhurried, rest)),
    identity,
    guard,
    get application_id() {
      return identity.application_id;
    },
    get user_id() {
      return identity.user_id;
    },
    token,
    identify_gap_ms: options.identify_gap_ms ?? IDENTIFY_GAP_MS,
  };
  return discord;
}

/** The largest upload needs two minutes over a line that takes 2 Mbit a second. */
const uploadPatience = 8;

/**
 * Of the fifty questions that Discord answers in a second. Anyone can make a screen ask, with mentions of people who do
 * not exist; tickets are opened and answered with the rest.
 */
const askedForShow = 25;

function perSecond(max: number): () => boolean {
  let begun = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - begun >= 1000) [begun, count] = [now, 0];
    count += 1;
    return count <= max;
  };
}

/** Joins anyone who asks for a thing to the question about it that is under way. */
function shared<T>(ask: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (id) => {
    const asked = underWay.get(id) ?? ask(id).finally(() => underWay.delete(id));
    underWay.set(id, asked);
    return asked;
  };
}
