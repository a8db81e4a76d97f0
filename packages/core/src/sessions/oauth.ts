import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { RecentCount } from '../platform/discord/recent-count.ts';
import { isInvalid, type RequestGuard } from '../platform/discord/request-guard.ts';
import { userAgent } from '../platform/discord/user-agent.ts';

const timeoutMs = 10_000;
/** How long a person who signs in waits at most for one of Discord's limits. */
const patienceSeconds = 5;
/**
 * Anybody can have a code exchanged without signing in. Once Discord has refused this many of these calls within ten minutes, no more are
 * made. It is an eighth of what slows down all calls of all bots.
 */
const invalidMax = 500;

const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
});
const UserAnswer = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
});
const GuildsAnswer = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    icon: z.string().nullish(),
    permissions: z.string().optional(),
  }),
);

export interface OAuthTokens {
  access_token: string;
  refresh_token: string;
  expires_at: Date;
  scopes: string[];
}

/** The grant itself is at fault. A verifier that is missing or malformed is an `invalid_request` to Discord. */
const GRANT_REFUSED = /invalid_grant|code_verifier/;

/** Discord does not accept the code or token any more; the person has to sign in again. */
export const refused = Symbol('refused by Discord');

/** Discord's OAuth2, as a person who signed in. */
export function oauthOf(ctx: Pick<Context, 'config' | 'clock' | 'bots'>) {
  const { url, client_secret, redirect_uri } = ctx.config.oauth;
  // Read each time: Discord may tell the application's id after the start.
  const basic = () =>
    `Basic ${Buffer.from(`${ctx.config.oauth.client_id}:${client_secret}`).toString('base64')}`;
  const ask = askBy(ctx.bots.main.guard);
  const agent = { 'user-agent': userAgent(ctx.config) };

  async function grant(form: Record<string, string>): Promise<OAuthTokens | typeof refused> {
    const response = await ask(`${url}/api/oauth2/token`, {
      method: 'POST',
      headers: { ...agent, authorization: basic() },
      body: new URLSearchParams(form),
    });
    if (!response.ok) {
      const text = await response.text();
      if (response.status < 500 && GRANT_REFUSED.test(text)) return refused;
      // Our own secret or address is wrong, which the person cannot help; the operator reads it in the log.
      throw new Error(`Discord refused to exchange an OAuth grant: ${response.status} ${text.slice(0, 300)}`);
    }
    const answer = TokenAnswer.parse(await response.json());
    return {
      access_token: answer.access_token,
      refresh_token: answer.refresh_token,
      expires_at: new Date(ctx.clock.now().getTime() + answer.expires_in * 1000),
      scopes: answer.scope.split(' '),
    };
  }

  async function read<T>(
    path: string,
    access_token: string,
    schema: z.ZodType<T>,
  ): Promise<T | typeof refused> {
    const response = await ask(`${url}/api/v10${path}`, {
      headers: { ...agent, authorization: `Bearer ${access_token}` },
    });
    if (response.status === 401) return refused;
    if (!response.ok) throw new Error(`Discord answered ${response.status} to GET ${path} of a person`);
    return schema.parse(await response.json());
  }

  return {
    /** `code_verifier` is the proof that the caller asked for this code, which then carries its challenge (RFC 7636). */
    exchange: (code: string, code_verifier: string | undefined) =>
      grant({
        grant_type: 'authorization_code',
        code,
        redirect_uri,
        ...(code_verifier !== undefined && { code_verifier }),
      }),
    refresh: (refresh_token: string) => grant({ grant_type: 'refresh_token', refresh_token }),
    user: (access_token: string) => read('/users/@me', access_token, UserAnswer),
    /** At most 200, which is all that Discord tells at once and all that someone can be in. */
    guilds: (access_token: string) => read('/users/@me/guilds?limit=200', access_token, GuildsAnswer),
    async revoke(token: string): Promise<void> {
      const response = await ask(`${url}/api/oauth2/token/revoke`, {
        method: 'POST',
        headers: { ...agent, authorization: basic() },
        body: new URLSearchParams({ token }),
      });
      await response.body?.cancel();
    },
  };
}

/**
 * As every other call from this address, these count among those that Discord refused. What met a limit was not done, so
 * it is asked once more where the limit is short: the code of a sign-in is not spent by that.
 */
function askBy(guard: RequestGuard) {
  const sendOne = senderOf(guard);
  return (url: string, init: RequestInit) => askPatiently(() => sendOne(url, init));
}

/** Sends only while the calls that Discord refused lately, together with those under way, are below the limit. */
function senderOf(guard: RequestGuard) {
  const invalid = new RecentCount(guard.elapsed);
  let under_way = 0;
  return async (url: string, init: RequestInit) => {
    if (invalid.value + under_way >= invalidMax)
      throw new AppError('discord.limited', { params: { seconds: 60 } });
    under_way += 1;
    try {
      const answer = await guard.send({ path: new URL(url).pathname }, () =>
        fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
      );
      if (isInvalid(answer)) invalid.add();
      return answer;
    } catch (cause) {
      throw new AppError('discord.unavailable', { cause });
    } finally {
      under_way -= 1;
    }
  };
}

async function askPatiently(send: () => Promise<Response>): Promise<Response> {
  let response = await send();
  if (response.status === 429 && secondsToWait(response) <= patienceSeconds) {
    await response.body?.cancel();
    await sleep(secondsToWait(response) * 1000);
    response = await send();
  }
  if (response.status < 500 && response.status !== 429) return response;
  await response.body?.cancel();
  const cause = new Error(`Discord answered ${response.status}`);
  if (response.status !== 429) throw new AppError('discord.unavailable', { cause });
  throw new AppError('discord.limited', { params: { seconds: Math.ceil(secondsToWait(response)) }, cause });
}

/** Discord says it in seconds, of which there may be a part. */
function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds : 1;
}
