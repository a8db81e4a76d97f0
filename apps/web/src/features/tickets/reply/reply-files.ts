import { replyFiles } from '@tickets/contract/platform/uploads';
import type { DiscordFile } from '@tickets/discord-ui/types';

/** A file that is attached to a reply. */
export interface DraftFile {
  file: File;
  /** Shows it in this browser until it is let go. No two files have the same. */
  url: string;
}

/** Why files were not attached. */
export type FileProblem =
  | { kind: 'is_empty' | 'is_folder' | 'too_large' | 'too_large_together'; name: string }
  | { kind: 'too_many'; surplus: number };

export interface DraftFiles {
  files: readonly DraftFile[];
  problems: readonly FileProblem[];
}

export const noFiles: DraftFiles = { files: [], problems: [] };

/** What was dropped, pasted or chosen. Folders cannot be sent. */
export interface Offered {
  files: readonly File[];
  folders?: readonly string[];
}

/** Attaches what fits beside the files that are there, and says of the rest why not. */
export function attach(there: readonly DraftFile[], { files, folders = [] }: Offered): DraftFiles {
  const kept = [...there];
  const problems: FileProblem[] = folders.map((name) => ({ kind: 'is_folder', name }));
  let total = there.reduce((sum, { file }) => sum + file.size, 0);
  let surplus = 0;
  for (const file of files) {
    const kind = problemOf(file, total);
    if (kind) problems.push({ kind, name: file.name });
    else if (kept.length >= replyFiles.count) surplus += 1;
    else {
      kept.push({ file, url: URL.createObjectURL(file) });
      total += file.size;
    }
  }
  if (surplus) problems.push({ kind: 'too_many', surplus });
  return { files: kept, problems };
}

function problemOf({ size }: File, total: number) {
  if (size === 0) return 'is_empty';
  if (size > replyFiles.file_bytes) return 'too_large';
  if (total + size > replyFiles.total_bytes) return 'too_large_together';
  return undefined;
}

export function letGo(files: readonly DraftFile[]): void {
  for (const { url } of files) URL.revokeObjectURL(url);
}

export function offeredIn({ items, files }: DataTransfer): Offered {
  const folders = [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry?.isDirectory ? [entry.name] : [];
  });
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}

export const conversationFile = ({ file, url }: DraftFile): DiscordFile => ({
  id: url,
  filename: file.name,
  size: file.size,
  url,
  proxy_url: url,
  content_type: file.type || null,
});
