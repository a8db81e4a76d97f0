import type { DiscordFile } from '../types.ts';

type Kind = Pick<DiscordFile, 'content_type' | 'filename'>;

/** What every browser draws. Drawings that are programs, and kinds that only some browsers know, are files. */
const IMAGE_NAME = /\.(png|jpe?g|gifv?|webp)$/i;
const IMAGE_TYPE = /^image\/(png|jpe?g|gif|webp)\s*(;|$)/i;

/** By what the sender's program said it is; by its name only where it said nothing. */
export function isImage(file: Kind): boolean {
  return file.content_type ? IMAGE_TYPE.test(file.content_type) : IMAGE_NAME.test(file.filename);
}

/** A voice message is a sound, too. */
export function isSound({ content_type }: Pick<DiscordFile, 'content_type'>): boolean {
  return content_type?.startsWith('audio/') ?? false;
}

export function isVideo({ content_type }: Pick<DiscordFile, 'content_type'>): boolean {
  return content_type?.startsWith('video/') ?? false;
}

/** Pictures first, each kind in the order of sending. */
export function imagesFirst<F extends Kind>(files: readonly F[]): F[] {
  return [...files.filter(isImage), ...files.filter((file) => !isImage(file))];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** 500 -> "500 B", 2048 -> "2 KB", 1,600,000 -> "1.5 MB". */
export function formatSize(bytes: number): string {
  // Answers of other servers than ours may not tell it.
  if (!Number.isFinite(bytes)) return '';
  let size = bytes;
  let unit = 0;
  // As it is shown: what rounds up to 1024 of a unit is 1 of the next.
  while (Number(size.toFixed(1)) >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}
