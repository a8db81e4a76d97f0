import { createHmac } from 'node:crypto';
import { sealingKeyName } from '../crypto/seal.ts';

/** All of what every process of one installation has to share, in a form that other processes may read. */
export interface Fingerprint {
  /** Which secret signs sessions and links to files. */
  token_secret: string;
  /** Names of the keys: the first one seals, all of them open. */
  sealing_keys: string[];
  /** As configured; null where it is not. */
  public_url: string | null;
  dashboard_url: string | null;
  /** As its token names it. Missing where the token does not, and with the simulated Discord. Bots of users are no matter of it. */
  bot_id?: string;
  /** Where files are kept: the identity of a folder, or the name of a bucket. */
  files: { folder: string } | { bucket: string };
}

/** As much of it as is known, or matters. */
export type Compared = Partial<Fingerprint>;

const LENGTH = 16;

/**
 * Says which secret this is, to a process that has it too. The secret is the key, so a reader of the database learns no more than
 * from any session token, whose signature is of the same kind: a secret as long as the configuration demands cannot be
 * found by trying. The label keeps it from being a signature of anything.
 */
export function nameOfSecret(secret: string): string {
  return createHmac('sha256', secret).update('tickets: name of this secret').digest('hex').slice(0, LENGTH);
}

export const namesOfKeys = (keys: readonly string[]): string[] => keys.map(sealingKeyName);

/** What differs, each with what to do about it. */
export function differences(mine: Compared, theirs: Compared): string[] {
  const found: string[] = [];
  if (differ(mine.token_secret, theirs.token_secret))
    found.push(
      'another secret for sessions and links (set JWT_SECRET to the same value for all, or for none of those that share a data folder)',
    );
  if (mine.sealing_keys && theirs.sealing_keys && !opensAll(mine.sealing_keys, theirs.sealing_keys))
    found.push(
      'other keys that seal what the database keeps (set SECRET_KEYS to the same value for all, or for none of those that share a data folder)',
    );
  for (const [name, here, there] of [
    ['PUBLIC_URL', mine.public_url, theirs.public_url],
    ['DASHBOARD_URL', mine.dashboard_url, theirs.dashboard_url],
  ] as const)
    if (differ(here, there))
      found.push(
        `another ${name}, ${there ?? 'none'} in place of ${here ?? 'none'} (set it to the same value for all)`,
      );
  if (differ(mine.bot_id, theirs.bot_id))
    found.push(
      `another bot on Discord, ${theirs.bot_id} in place of ${mine.bot_id} (set DISCORD_TOKEN to a token of the same application for all)`,
    );
  const [here, there] = [mine.files && placeOf(mine.files), theirs.files && placeOf(theirs.files)];
  if (differ(here, there))
    found.push(
      `files in ${there} in place of ${here} (give all the same DATA_DIR, on a volume that their machines share, or the same S3_BUCKET)`,
    );
  return found;
}

/** Of a process of an older version not everything is known. */
const differ = (here: unknown, there: unknown) => here !== undefined && there !== undefined && here !== there;

/** Each opens what the other seals. While keys are changed one may have more of them. */
function opensAll(mine: readonly string[], theirs: readonly string[]): boolean {
  const [sealsHere = '', sealsThere = ''] = [mine[0], theirs[0]];
  return mine.includes(sealsThere) && theirs.includes(sealsHere);
}

const placeOf = (files: Fingerprint['files']) =>
  'bucket' in files ? `the bucket ${files.bucket}` : `the data folder with the id ${files.folder}`;
