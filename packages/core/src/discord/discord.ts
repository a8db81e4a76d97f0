import { API } from '@discordjs/core';
import { DefaultRestOptions, type RateLimitData, REST, type RESTOptions } from '@discordjs/rest';
import type { APIUser } from 'discord-api-types/v10';
import { NoAnswer } from './failures.ts';

/** Our way to Discord's REST interface, as the bot. */
export interface Discord {
  rest: REST;
  api: API;
  /** For answers to interactions, which Discord does not count among a bot's 50 requests a second. */
  interactions: API['interactions'];
  /** For messages with files, which may be long on their way. */
  uploads: Pick<API, 'channels' | 'webhooks'>;
  /** Who somebody is. All who ask at the same time share one question. */
  user(id: string): Promise<APIUser>;
  /** Whether there is time to ask who somebody is for a screen alone. Counts each time that it is asked. */
  mayAskForShow(): boolean;
  /** The application's id, which is also the bot's user id. */
  application_id: string;
  /** The bot's token, for the gateway. */
  token: string;
}

export interface DiscordOptions {
  url: string;
  token: string;
  application_id: string;
  /** After how long an answer counts as lost. */
  timeout_ms?: number;
}

/**
 * `url` is the base without a path, such as `https://discord.com` or the simulator's. The library waits for rate
 * limits by itself, as long as somebody may wait for what is asked; a longer one counts as an outage. It does not
 * repeat failed requests: a repeated POST could make a second channel or message, so repeating is the business of the
 * use-case, which knows what is already there.
 */
export function createDiscord(options: DiscordOptions): Discord {
  const { url, timeout_ms: timeout = 15_000 } = options;
  const basics = {
    version: '10',
    api: `${url}/api`,
    timeout,
    retries: 0,
    rejectOnRateLimit: isTooLong,
    makeRequest,
  };
  const rest = new REST(basics).setToken(options.token);
  const uncounted = new REST({ ...basics, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  const unhurried = new REST({ ...basics, timeout: timeout * uploadPatience }).setToken(options.token);
  const api = new API(rest);
  return {
    rest,
    api,
    user: shared((id) => api.users.get(id)),
    mayAskForShow: perSecond(askedForShow),
    interactions: new API(uncounted.setToken(options.token)).interactions,
    uploads: new API(unhurried),
    application_id: options.application_id,
    token: options.token,
  };
}

/** The largest upload needs two minutes over a line that takes 2 Mbit a second. */
const uploadPatience = 8;

const patienceMs = 10_000;
const isTooLong = ({ retryAfter }: RateLimitData) => retryAfter > patienceMs;

const makeRequest: RESTOptions['makeRequest'] = (...request) =>
  DefaultRestOptions.makeRequest(...request).catch((error: unknown) => {
    throw new NoAnswer(error);
  });

/**
 * Of the fifty questions that Discord answers in a second. Anybody can make a screen ask, with mentions of people who do
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

/** Joins whoever asks for a thing to the question about it that is under way. */
function shared<T>(ask: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (id) => {
    const asked = underWay.get(id) ?? ask(id).finally(() => underWay.delete(id));
    underWay.set(id, asked);
    return asked;
  };
}
