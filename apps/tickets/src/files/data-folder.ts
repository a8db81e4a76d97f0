import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@tickets/core/platform/files/make-folder';
import { StartupError } from '@tickets/core/platform/startup-error';

/** Makes the data folder where it is missing, and throws a StartupError where nothing can be written in it. */
export async function requireDataFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await makeFolder(dataDir);
    // A full disk takes an empty file.
    await writeFile(probe, 'x');
  } catch (cause) {
    const { code = '', path, message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StartupError(
        `The data folder ${dataDir} cannot be created: ${path} is not a folder. Name a folder with --data-dir or DATA_DIR.`,
        { cause },
      );
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new StartupError(
      isFull
        ? `The disk of the data folder ${dataDir} is full. Free some space, or name a folder on another disk with --data-dir or DATA_DIR.`
        : `The data folder ${dataDir} cannot be written: ${message}. Give the account that runs Tickets this folder (chown), or name another one with --data-dir or DATA_DIR.`,
      { cause },
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined); // what could not be made need not be removed, and was said above
  }
}
