import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ArchiveProblem } from '../format/problem.ts';

/** What stands before the 32 bytes of an Ed25519 key in its usual form (RFC 8410). */
const prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A key as it is configured: 32 bytes in hexadecimal, base64 or base64url. */
export function publicKeyOf(text: string): KeyObject | undefined {
  const raw = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (raw.length !== 32) return undefined;
  return createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' });
}

/** Refuses bytes that whoever has the key did not sign. */
export function requireSigned(
  key: KeyObject,
  { name, bytes, signature }: { name: string; bytes: Buffer; signature: Buffer | undefined },
): void {
  if (!signature) throw new ArchiveProblem(`${name}.sig is missing, and only signed archives are taken here`);
  const given = Buffer.from(String(signature).trim(), 'base64url');
  if (given.length !== 64 || !verify(null, bytes, key, given))
    throw new ArchiveProblem(`${name} was changed, or signed by somebody else`);
}
