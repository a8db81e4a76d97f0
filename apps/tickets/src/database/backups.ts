import { basename, dirname, join, resolve } from 'node:path';
import type { NightlyBackups } from '@tickets/core/backups/nightly';
import { type BackupPlace, bucketPlace, checkPlace, folderPlace } from '@tickets/core/backups/place';
import { placeOfBackups } from '@tickets/core/doctor/machine-checks';
import { StartupError } from '@tickets/core/platform/startup-error';
import { openBucket } from '@tickets/core/platform/storage/s3';
import { withStop } from '@tickets/core/platform/with-stop';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { readSecrets } from '../files/secrets.ts';
import { openStorage, spoolIn } from '../files/storage.ts';
import { journalOf } from '../files/whose-data.ts';

const ownFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups');

/** A folder, or `s3:` and a prefix in the bucket that is configured. Where none is named: that of the configuration. */
export async function openPlace(
  config: Pick<Config, 's3' | 'dataDir' | 'backups'>,
  named: string | undefined,
): Promise<BackupPlace> {
  const where = named ?? config.backups.to ?? ownFolder(config);
  if (!where.trim()) throw new StartupError('--to must name a folder, or s3: and a prefix.');
  if (!where.startsWith('s3:')) return folderPlace(where);
  const { s3, dataDir } = config;
  if (!s3) throw new StartupError(`${where} names a bucket, but S3_BUCKET is not set.`);
  const bucket = await openBucket({ ...s3, spool_folder: spoolIn({ dataDir }) });
  return bucketPlace(bucket, where.slice('s3:'.length).replace(/\/+$/, ''), where);
}

/** The place of a backup that an operator names by its whole path, and its folder there. */
export async function openBackup(
  config: Config,
  path: string,
): Promise<{ place: BackupPlace; folder: string }> {
  if (!path.startsWith('s3:')) {
    const whole = resolve(path);
    return { place: folderPlace(dirname(whole)), folder: basename(whole) };
  }
  const [, prefix = '', folder = ''] = /^s3:(?:(.*)\/)?([^/]+)\/*$/.exec(path) ?? [];
  return { place: await openPlace(config, `s3:${prefix}`), folder };
}

/** The keys that seal and open, the newest first. Where none were given and none made there are none. */
export async function sealingKeysOf(config: Pick<Config, 'sealingKeys' | 'dataDir'>): Promise<string[]> {
  return config.sealingKeys ?? (await readSecrets(config.dataDir))?.sealing_keys ?? [];
}

/** Of what a backup is made, for any reason. */
export async function backupOf(config: Config, url: string) {
  return {
    url,
    storage: await openStorage(config),
    secrets: await sealingKeysOf(config),
    journal: journalOf(config),
    now: new Date(),
  };
}

/** Says at the start, and not only when the first one is due, that the place which is named for backups cannot keep any. */
export async function warnOfBackupPlace(config: Config, log: Logger): Promise<void> {
  const { to } = config.backups;
  if (!to) return;
  const check = async () => checkPlace(await openPlace(config, undefined));
  const { status, text, fix } = await placeOfBackups({ place: to, check });
  if (status === 'error') log.warn(`${withStop(text)} ${fix}`);
}

/** Undefined where none are made by the clock. */
export function nightlyBackups(
  config: Config,
  url: string,
  keys: () => readonly string[],
): NightlyBackups | undefined {
  if (!config.backups.to) return undefined;
  return {
    url,
    open: () => openPlace(config, undefined),
    hour: config.backups.hour,
    keep_days: config.backups.keepDays,
    secrets: keys,
    journal: journalOf(config),
  };
}
