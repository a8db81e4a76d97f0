import { importLimits } from '@tickets/contract/transfer/transfer-limits';

/** Why a file is not taken. */
export type ZipProblem = 'only_zip' | 'too_large' | 'empty';

export function problemOf({ name, size }: File): ZipProblem | undefined {
  if (!/\.zip$/i.test(name)) return 'only_zip';
  if (size > importLimits.file_bytes) return 'too_large';
  return size === 0 ? 'empty' : undefined;
}

/** The media type under which a file is sent. Not every system knows what a zip is. */
export function zipTypeOf({ type }: File): string {
  return importLimits.content_types.find((known) => known === type) ?? importLimits.content_types[0];
}
