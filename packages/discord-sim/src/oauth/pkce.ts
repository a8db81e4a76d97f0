import { createHash } from 'node:crypto';

/** Whether a text can be the SHA-256 of something, in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Returns why Discord refuses a code's exchange, or undefined when it does not. The words for a missing and for a
 * malformed verifier are Discord's; for a verifier of another challenge RFC 7636 (4.6) names `invalid_grant`.
 */
export function verifierProblem(
  challenge: string | undefined,
  verifier: string | undefined,
): { error: string; description: string } | undefined {
  if (verifier !== undefined && !/^[\w.~-]{43,128}$/.test(verifier)) {
    return { error: 'invalid_request', description: 'Invalid "code_verifier"' };
  }
  if (challenge === undefined) return undefined;
  if (verifier === undefined) return { error: 'invalid_request', description: 'Missing "code_verifier"' };
  if (createHash('sha256').update(verifier).digest('base64url') === challenge) return undefined;
  return { error: 'invalid_grant', description: 'Invalid "code_verifier"' };
}
