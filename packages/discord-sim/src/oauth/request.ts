import type { SimApplication } from '../world/entities.ts';
import { isSnowflake } from '../world/snowflake.ts';
import type { World } from '../world/world.ts';
import { isChallenge } from './pkce.ts';
import { SCOPE_WORDS } from './words.ts';

export type Query = Record<string, string | undefined>;

/** What an application asks for when it sends someone to the consent screen. */
export interface AuthorizeRequest {
  application: SimApplication;
  scopes: string[];
  /** Absent when only a bot is added, without a way back. */
  redirect_uri?: string;
  state?: string;
  prompt: 'consent' | 'none';
  /** What the code's exchange has to prove: the SHA-256 of a text that only the application knows (RFC 7636). */
  code_challenge?: string;
  /** The server that is picked from the start, and whether another one may be. */
  guild_id?: string;
  fixed_guild: boolean;
  permissions: bigint;
}

export type Checked =
  | { ok: true; request: AuthorizeRequest }
  /** Nowhere safe to send the person back to: the problem is shown. */
  | { ok: false; show: string }
  | { ok: false; redirect: string };

/** Checks what Discord checks before it shows the consent screen. */
export function checkAuthorizeQuery(world: World, query: Query): Checked {
  const application = isSnowflake(query.client_id) ? world.applications.get(query.client_id) : undefined;
  if (!application) return { ok: false, show: 'Unknown application' };
  const scopes = [...new Set((query.scope ?? '').split(/[\s+]+/).filter(Boolean))];
  const botOnly = scopes.includes('bot') && query.response_type === undefined && !query.redirect_uri;
  const redirectUri = query.redirect_uri;
  if (!botOnly && (!redirectUri || !application.redirect_uris.includes(redirectUri))) {
    return { ok: false, show: 'Invalid OAuth2 redirect_uri' };
  }
  const back = (error: string, description: string): Checked =>
    redirectUri
      ? { ok: false, redirect: errorAddress(redirectUri, error, description, query.state) }
      : { ok: false, show: description };
  if (!botOnly && query.response_type !== 'code') {
    return query.response_type === undefined
      ? back('invalid_request', 'Missing response_type parameter.')
      : back('unsupported_response_type', 'This simulated Discord grants codes only.');
  }
  const known = scopes.length > 0 && scopes.every((scope) => scope in SCOPE_WORDS);
  if (!known) return back('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  if (query.prompt !== undefined && query.prompt !== 'consent' && query.prompt !== 'none') {
    return back('invalid_request', 'The prompt must be consent or none.');
  }
  if (query.code_challenge !== undefined) {
    if (query.code_challenge_method !== 'S256') {
      return back('invalid_request', 'Unsupported "code_challenge_method"');
    }
    if (!isChallenge(query.code_challenge)) return back('invalid_request', 'Invalid "code_challenge"');
  }
  if (!/^\d{0,20}$/.test(query.permissions ?? '')) return back('invalid_request', 'Invalid permissions.');
  return {
    ok: true,
    request: {
      application,
      scopes,
      redirect_uri: redirectUri,
      state: query.state,
      prompt: query.prompt ?? 'consent',
      code_challenge: query.code_challenge,
      guild_id: isSnowflake(query.guild_id) ? query.guild_id : undefined,
      fixed_guild: query.disable_guild_select === 'true',
      permissions: BigInt(query.permissions || 0),
    },
  };
}

export function addressWith(base: string, parameters: Record<string, string | undefined>): string {
  const address = new URL(base);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address.href;
}

export function errorAddress(
  redirectUri: string,
  error: string,
  description: string,
  state?: string,
): string {
  return addressWith(redirectUri, { error, error_description: description, state });
}
