/** How many files a route takes beside its body, and how large they may be. */
export interface FileLimits {
  count: number;
  file_bytes: number;
  /** Of all files of one request. */
  total_bytes: number;
}

const MiB = 1024 * 1024;

/**
 * Discord's own: ten attachments to a message (https://discord.com/developers/docs/resources/message#create-message), by
 * default 10 MiB each (https://discord.com/developers/docs/reference#uploading-files), in requests of at most 25 MiB, of
 * which one is left for the text and what stands between the files.
 */
export const replyFiles = {
  count: 10,
  file_bytes: 10 * MiB,
  total_bytes: 24 * MiB,
} as const satisfies FileLimits;

/** As a person reads it: 10485760 is "10 MB". */
export const megabytes = (bytes: number) => `${Math.round(bytes / MiB)} MB`;

/** A file as it was received. Its name is a name alone, without folders. */
export interface UploadedFile {
  name: string;
  /** What its sender says that it is. */
  content_type: string;
  bytes: Uint8Array;
}

/** Files that are too large for memory: they are taken as they come, each in a part of its own name. */
export interface StreamLimits {
  /** The names that parts may have, each once. There is no other part. */
  fields: readonly string[];
  file_bytes: number;
}

/** One of them, while it comes. It has to be read to its end before the next. */
export interface StreamedFile {
  field: string;
  name: string;
  content_type: string;
  /** Fails with a text for its sender where it becomes too large, or breaks off. */
  bytes: AsyncIterable<Uint8Array>;
}
