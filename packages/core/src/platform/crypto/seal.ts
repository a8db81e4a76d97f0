import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Seals secrets that the database keeps: AES-256-GCM, the key named by the first byte. `context` binds a sealed
 * value to its place (such as `session:<id>`), so that it cannot be moved to another row.
 */
export interface Sealer {
  seal(plain: string, context: string): Buffer;
  /** Throws when the value was not sealed with a known key for this context. */
  open(sealed: Buffer, context: string): string;
}

/** The first key seals; all of them open. A key is any secret text of at least 32 characters. */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map((secret) => createHash('sha256').update(`seal:${secret}`).digest());
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const current = keys[0];
  if (!current) throw new Error('createSealer needs at least one key');

  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(keyId(current)), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const key = byId.get(sealed[0] ?? -1);
      if (!key) throw new Error('This value was sealed with a key that is not configured any more');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(13, 29));
      return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function keyId(key: Buffer): number {
  return createHash('sha256').update(key).digest()[0] ?? 0;
}
