/** A backup or a restore cannot be done, and whoever asked for it is told why and what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

const noSpace = new Set(['ENOSPC', 'EDQUOT', '53100']);

export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && noSpace.has(String(at.code))) return true;
  return false;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
