import { createHash } from 'node:crypto';
import type { World } from './world.ts';

interface Problems {
  fail(path: string, code: string, message: string): void;
}

/**
 * Keeps a picture that was sent as a data address and returns its hash. The bytes are the blob `image-<hash>`,
 * whoever it is an avatar or icon of.
 */
export function saveImage(world: World, form: Problems, value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null;
  const match = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=]+)$/.exec(String(value));
  if (!match) {
    form.fail(path, 'IMAGE_INVALID', 'Invalid image data');
    return null;
  }
  return keepImage(world, Buffer.from(match[2] ?? '', 'base64'), match[1] === 'gif');
}

export function keepImage(world: World, bytes: Uint8Array, animated = false): string {
  const hash = createHash('md5').update(bytes).digest('hex');
  const name = animated ? `a_${hash}` : hash;
  world.blobs.put(`image-${name}`, bytes);
  return name;
}
