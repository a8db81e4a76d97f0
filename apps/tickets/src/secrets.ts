import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secrets {
  jwt_secret: string;
  sealing_key: string;
}

/** The secrets of an installation that was given none: made once, readable by its owner only. */
export async function generatedSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'secrets.json');
  const made: Secrets = {
    jwt_secret: randomBytes(32).toString('hex'),
    sealing_key: randomBytes(32).toString('hex'),
  };
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text !== undefined) return JSON.parse(text);
  // Written whole and then given its name, which only one can do: half a file would lock everybody out for good.
  const half = `${path}.${randomUUID()}`;
  await writeFile(half, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    await link(half, path);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(path, 'utf8'));
  } finally {
    await rm(half, { force: true });
  }
}
