import { contentTypeOf } from './content-type.ts';
import type { SimAttachment } from './entities.ts';
import { imageSize } from './image-size.ts';
import type { World } from './world.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A file as it was sent. */
export interface SentFile {
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Stores a file. It is deleted with whatever it is attached to. */
export function storeFile(
  world: World,
  file: SentFile,
  about?: { description?: string; filename?: string },
): SimAttachment {
  const id = world.newId();
  world.blobs.put(id, file.bytes);
  const filename = about?.filename ?? file.filename;
  return {
    id,
    blob_id: id,
    filename,
    size: file.bytes.length,
    content_type: contentTypeOf(filename, file.contentType),
    ...(about?.description ? { description: about.description } : {}),
    ...imageSize(file.bytes),
  };
}
