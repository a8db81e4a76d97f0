import { API } from '@discordjs/core';
import { REST } from '@discordjs/rest';

/** Our way to Discord's REST interface, as the bot. */
export interface Discord {
  rest: REST;
  api: API;
  /** For answers to interactions, which Discord does not count among a bot's 50 requests a second. */
  interactions: API['interactions'];
  /** The application's id, which is also the bot's user id. */
  application_id: string;
  /** The bot's token, for the gateway. */
  token: string;
}

/**
 * `url` is the base without a path, such as `https://discord.com` or the simulator's. The library waits for rate
 * limits by itself. It does not repeat failed requests: a repeated POST could make a second channel or message, so
 * repeating is the business of the use-case, which knows what is already there.
 */
export function createDiscord(options: { url: string; token: string; application_id: string }): Discord {
  const basics = { version: '10', api: `${options.url}/api`, timeout: 15_000, retries: 0 };
  const rest = new REST(basics).setToken(options.token);
  const uncounted = new REST({ ...basics, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  return {
    rest,
    api: new API(rest),
    interactions: new API(uncounted.setToken(options.token)).interactions,
    application_id: options.application_id,
    token: options.token,
  };
}
