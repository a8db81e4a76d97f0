import { appConfig } from '../page/config.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { signInChallenge } from './pkce.ts';

/** Told on `window` before the page is left for Discord's consent screen, so that what is typed can be kept. */
export const LEAVING_TO_SIGN_IN = 'leaving-to-sign-in';

/** Sends the browser to Discord's consent screen; afterwards one is back at `path`. The promise never settles: the page is being left. */
export async function startSignIn(path: string = currentPath()): Promise<never> {
  const address = await authorizeUrl(path);
  window.dispatchEvent(new Event(LEAVING_TO_SIGN_IN));
  location.assign(address);
  return new Promise<never>(() => {});
}

export async function authorizeUrl(path: string): Promise<string> {
  const config = appConfig();
  const url = new URL(config.authorize_url, location.origin);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', config.client_id);
  url.searchParams.set('redirect_uri', config.redirect_uri);
  url.searchParams.set('scope', 'identify guilds');
  url.searchParams.set('state', encodeBase64(path));
  url.searchParams.set('code_challenge', await signInChallenge());
  url.searchParams.set('code_challenge_method', 'S256');
  return url.href;
}

/** Pages that would sign out again, or sign in for ever, if one came back to them. */
const NEVER_RETURN_TO = ['/callback', '/login', '/logout'];

/**
 * Where to go after sign-in. `state` came through the address bar, so it may be anything: only a path of this
 * dashboard is followed.
 */
export function returnPath(state: string | null | undefined): string {
  if (!state) return '/';
  let decoded: string;
  try {
    // A browser turns an unescaped "+" of a query into a space.
    decoded = decodeBase64(state.replaceAll(' ', '+'));
  } catch (error) {
    console.warn('The state of the sign-in could not be decoded; going to the server list.', error);
    return '/';
  }
  // "//host" and "/\host" are absolute to a browser, and it drops tabs and line breaks before it looks.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (!decoded.startsWith('/') || /^\/[/\\]/.test(decoded) || /[\u0000-\u001f]/.test(decoded)) return '/';
  const url = new URL(decoded, location.origin);
  // "/..//host" is a path of ours until its dots are gone.
  if (url.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  const page = url.pathname.replace(/\/+$/, '');
  return NEVER_RETURN_TO.includes(page) ? '/' : url.pathname + url.search + url.hash;
}

export function currentPath(): string {
  return location.pathname + location.search + location.hash;
}
