import { createHash } from 'node:crypto';
import { imageSize } from './image-size.ts';
import type { World } from './world.ts';

interface Problems {
  fail(path: string, code: string, message: string): void;
}

/** The blob of a picture: of an avatar or icon by its hash, of an emoji by its id. */
export const imageKey = (name: string) => `image-${name}`;

/** Reads a picture that was sent as a data address, which may call it another kind of picture than it is. */
export function readImage(form: Problems, value: unknown, path: string): Buffer | undefined {
  const match = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+=*)$/.exec(String(value));
  if (match) return Buffer.from(match[1] ?? '', 'base64');
  form.fail(path, 'IMAGE_INVALID', 'Invalid image data');
  return undefined;
}

/** Keeps a picture that was sent as a data address and returns its hash, whoever it is an avatar or icon of. */
export function saveImage(world: World, form: Problems, value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null;
  const bytes = readImage(form, value, path);
  return bytes ? keepImage(world, bytes) : null;
}

export function keepImage(world: World, bytes: Uint8Array): string {
  const hash = createHash('md5').update(bytes).digest('hex');
  const name = isGif(bytes) ? `a_${hash}` : hash;
  world.blobs.put(imageKey(name), bytes);
  return name;
}

export const isGif = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'GIF';

/** Whether the bytes are a picture of a kind that Discord takes, whatever their sender called them. */
export const isImage = (bytes: Uint8Array) => imageSize(bytes) !== undefined;
