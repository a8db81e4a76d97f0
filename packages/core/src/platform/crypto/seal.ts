import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Seals secrets that the database keeps: AES-256-GCM, the key named by the first byte. `context` binds a sealed
 * value to its place (such as `session:<id>`), so that it cannot be moved to another row.
 */
export interface Sealer {
  seal(plain: string, context: string): Buffer;
  /** Throws when the value was not sealed with a known key for this context. */
  open(sealed: Buffer, context: string): string;
  /** Undefined when no configured key opens it: the key is lost, and the value has to be entered again. */
  openIfKnown(sealed: Buffer, context: string): string | undefined;
  /** The same value under the newest key; undefined when it is already. Throws as open(). */
  reseal(sealed: Buffer, context: string): Buffer | undefined;
}

interface Key {
  id: number;
  bytes: Buffer;
}

/**
 * The first key seals; all of them open. A key is any secret text of at least 32 characters. A function is asked each time, so
 * that a key which is made while the program runs is known at once.
 */
export function createSealer(secrets: readonly string[] | (() => readonly string[])): Sealer {
  const derived = new Map<string, Key>();
  const keyOf = (secret: string): Key => {
    const known = derived.get(secret);
    if (known) return known;
    const bytes = deriveKey(secret);
    const key = { id: idOf(bytes), bytes };
    derived.set(secret, key);
    return key;
  };
  const keys = () => (typeof secrets === 'function' ? secrets() : secrets).map(keyOf);
  const newest = () => {
    const [key] = keys();
    if (!key) throw new Error('createSealer needs at least one key');
    return key;
  };
  newest();

  /** Two keys may have the same id, so each that has it is tried. */
  function openWith(sealed: Buffer, context: string): { key: Key; plain: string } {
    let refusal: unknown = new Error('This value was sealed with a key that is not configured any more');
    for (const key of keys()) {
      if (key.id !== sealed[0]) continue;
      try {
        return { key, plain: decipher(key, sealed, context) };
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }
  function seal(plain: string, context: string): Buffer {
    const { id, bytes } = newest();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(id), nonce, cipher.getAuthTag(), body]);
  }
  return {
    seal,
    openIfKnown(sealed, context) {
      try {
        return openWith(sealed, context).plain;
      } catch {
        return undefined; // the cipher tells no reason: no configured key sealed it for this context
      }
    },
    open: (sealed, context) => openWith(sealed, context).plain,
    reseal(sealed, context) {
      const { key, plain } = openWith(sealed, context);
      return key === newest() ? undefined : seal(plain, context);
    },
  };
}

function decipher({ bytes }: Key, sealed: Buffer, context: string): string {
  const opening = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(1, 13))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(13, 29));
  return opening.update(sealed.subarray(29), undefined, 'utf8') + opening.final('utf8');
}

/**
 * What a key is called where people read of it. It says nothing of the key; its first two digits are the byte with which
 * values begin that are sealed with it.
 */
export function sealingKeyName(secret: string): string {
  return digest(deriveKey(secret)).toString('hex').slice(0, 16);
}

/** The byte with which values begin that are sealed with a key. Several keys may have the same. */
export const sealingKeyByte = (secret: string): number => idOf(deriveKey(secret));

const idOf = (bytes: Buffer): number => digest(bytes)[0] ?? 0;
const deriveKey = (secret: string) => digest(`seal:${secret}`);
const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
