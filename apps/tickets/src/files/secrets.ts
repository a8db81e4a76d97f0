import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sealingKeyByte } from '@tickets/core/platform/crypto/seal';
import { StartupError } from '@tickets/core/platform/startup-error';
import { madeOnce, readIfThere, writeHalf } from './made-once.ts';

export interface Secrets {
  jwt_secret: string;
  /** The first one seals; all of them open. */
  sealing_keys: string[];
}

const pathIn = (dataDir: string) => join(dataDir, 'secrets.json');

/** The secrets of an installation that was given none: made once, readable by its owner only. */
export async function generatedSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const path = pathIn(dataDir);
  return parse(await madeOnce(path, () => textOf(newSecrets())), path);
}

/** The same without making them: undefined where there are none. */
export async function readSecrets(dataDir: string): Promise<Secrets | undefined> {
  const path = pathIn(dataDir);
  const text = await readIfThere(path);
  return text === undefined ? undefined : parse(text, path);
}

/** Puts other sealing keys there. A program that runs knows them with the next value that it seals or opens. */
export async function writeSealingKeys(dataDir: string, sealing_keys: string[]): Promise<void> {
  const secrets = { ...(await generatedSecrets(dataDir)), sealing_keys };
  const half = await writeHalf(pathIn(dataDir), textOf(secrets));
  try {
    await rename(half, pathIn(dataDir));
  } finally {
    await rm(half, { force: true });
  }
}

/** The generated sealing keys, as they are whenever they are asked for. */
export function generatedSealingKeys(dataDir: string, first: Secrets): () => readonly string[] {
  const path = pathIn(dataDir);
  let keys: readonly string[] = first.sealing_keys;
  let seen = '';
  return () => {
    // Whoever removes the file of a program that runs does not take its keys from it.
    const found = statSync(path, { throwIfNoEntry: false });
    const stamp = found ? `${found.ino} ${found.mtimeMs}` : seen;
    if (stamp !== seen) keys = parse(readFileSync(path, 'utf8'), path).sealing_keys;
    seen = stamp;
    return keys;
  };
}

export const newSecret = () => randomBytes(32).toString('hex');

/** A key whose name begins with none of the taken bytes, as long as one is left: by that byte a value shows which key sealed it. */
export function newSealingKey(taken: ReadonlySet<number>): string {
  for (;;) {
    const key = newSecret();
    if (taken.size > 255 || !taken.has(sealingKeyByte(key))) return key;
  }
}
export const newSecrets = (): Secrets => ({ jwt_secret: newSecret(), sealing_keys: [newSecret()] });

/** An older program reads the newest key under its old name. */
const textOf = (secrets: Secrets) =>
  `${JSON.stringify({ ...secrets, sealing_key: secrets.sealing_keys[0] }, null, 2)}\n`;

/** An older program knew one key. */
function parse(text: string, path: string): Secrets {
  let cause: unknown;
  try {
    const { jwt_secret, sealing_key, sealing_keys = [sealing_key] } = JSON.parse(text);
    if (jwt_secret && sealing_keys[0]) return { jwt_secret, sealing_keys };
  } catch (error) {
    cause = error;
  }
  throw new StartupError(
    `${path} is empty or damaged, so the keys in it cannot be read. Put it back from where you keep the secrets. If they are lost for good, ` +
      'remove the file, and new ones are made: people sign in again, tokens of bots and secrets of webhooks and integrations have to be entered again, and earlier erasures of personal data repeated.',
    { cause },
  );
}
