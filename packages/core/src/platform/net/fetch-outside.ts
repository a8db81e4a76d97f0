import { NoAnswer } from '../discord/failures.ts';
import type { RequestGuard } from '../discord/request-guard.ts';
import { type GuardedAnswer, GuardedFetchError, type GuardedRequest, guardedFetch } from './guarded-fetch.ts';

/** As much of a context as is needed. */
interface Ways {
  bots: { main: { guard: RequestGuard } };
  config: { oauth: { url: string } };
}

/** So many invalid requests leave room for the bot below the number from which its own calls are slowed down. */
const INVALID_MAX = 1_000;
/** Of these only that of its files answers no calls. */
const discordHosts = /^(?!cdn\.discordapp\.com$)(.+\.)?(discord|discordapp)\.com$/;
const apiHosts = /^((ptb|canary)\.)?(discord|discordapp)\.com$/;

/**
 * Fetches an address that somebody entered. Where it is one of Discord's it is counted with all calls of this machine, because
 * Discord bans an address for refused calls, whoever wanted them; and nobody can use up what the bot may make.
 */
export async function fetchOutside(
  { bots, config }: Ways,
  url: string,
  options: GuardedRequest,
): Promise<GuardedAnswer> {
  const fetch = () => guardedFetch(url, options);
  if (!isDiscord(url, config)) return fetch();
  const { guard } = bots.main;
  if (guard.invalid >= INVALID_MAX)
    throw new GuardedFetchError(
      'failed',
      'Discord refused so many calls of this machine that only the bot makes more',
    );
  try {
    // Not its own path, which would make it an answer to a press.
    return await guard.send({ path: '/webhooks/outside', isOfApi: isOfApi(url, config) }, fetch);
  } catch (error) {
    if (error instanceof NoAnswer) throw new GuardedFetchError('failed', error.message, error);
    throw error;
  }
}

/**
 * Whether Discord's API answers at an address. Its help and newsletter sites are run by other companies, and its website has
 * limits of its own.
 */
function isOfApi(url: string, { oauth }: Ways['config']): boolean {
  const { hostname, host, pathname } = new URL(url);
  const isHost = apiHosts.test(hostname.replace(/\.$/, '')) || host === new URL(oauth.url).host;
  return isHost && pathname.startsWith('/api/');
}

/** Whether Discord itself answers at an address, and may count the answer against ours. */
export function isDiscord(url: string, { oauth }: Ways['config']): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, host } = new URL(url);
  return discordHosts.test(hostname.replace(/\.$/, '')) || host === new URL(oauth.url).host;
}
