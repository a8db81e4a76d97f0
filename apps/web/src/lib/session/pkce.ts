import { encodeBase64Url } from './base64.ts';

/**
 * Under which this tab keeps the secret of a sign-in that it began (PKCE, RFC 7636). Discord is told its hash and hands
 * out tokens only for the secret, so a code that another browser asked for signs no one in here.
 */
const KEY = 'sign_in_verifier';

/** The challenge of this tab's sign-in. Asking again before it has ended is the same sign-in: people go back and forth. */
export async function signInChallenge(): Promise<string> {
  const verifier = sessionStorage.getItem(KEY) ?? encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(KEY, verifier);
  // The browser's own `crypto.subtle` exists only on https and localhost; a dashboard in a home network is neither.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return encodeBase64Url(sha256(new TextEncoder().encode(verifier)));
}

/** The secret of the sign-in that this tab began, once; undefined when it began none. */
export function takeSignInVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return verifier;
}
