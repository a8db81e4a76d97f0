import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';

/**
 * The text of a file that is made when it is first asked for, and is the same for all who ask at once: it is written whole and
 * then given its name, which only one can do. Its owner alone can read it.
 */
export async function madeOnce(path: string, make: () => string): Promise<string> {
  const there = await readIfThere(path);
  if (there !== undefined) return there;
  const made = make();
  const half = await writeHalf(path, made);
  try {
    await link(half, path);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(half, { force: true });
  }
}

/** Undefined where there is no such file. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(ignoreMissing);

/** Under a name beside the one that it is to have. */
export async function writeHalf(path: string, text: string): Promise<string> {
  const half = `${path}.${randomUUID()}`;
  await writeFile(half, text, { mode: 0o600, flush: true });
  return half;
}
