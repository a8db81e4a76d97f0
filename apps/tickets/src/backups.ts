import { basename, dirname, join, resolve } from 'node:path';
import { removeOld } from '@tickets/core/backups/kept';
import { makeAndNote, type NightlyBackups, upgradesKept } from '@tickets/core/backups/nightly';
import { type BackupPlace, bucketPlace, folderPlace } from '@tickets/core/backups/place';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { migrate } from '@tickets/core/platform/db/migrate';
import { StartupError } from '@tickets/core/platform/startup-error';
import { openBucket } from '@tickets/core/platform/storage/s3';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { readSecrets } from './secrets.ts';
import { openStorage } from './storage.ts';
import { journalOf } from './whose-data.ts';

const ownFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups');

/** A folder, or `s3:` and a prefix in the bucket that is configured. Where none is named: that of the configuration. */
export async function openPlace(
  config: Pick<Config, 's3' | 'dataDir' | 'backups'>,
  named: string | undefined,
): Promise<BackupPlace> {
  const where = named ?? config.backups.to ?? ownFolder(config);
  if (!where.startsWith('s3:')) return folderPlace(where);
  const { s3, dataDir } = config;
  if (!s3) throw new StartupError(`${where} names a bucket, but S3_BUCKET is not set.`);
  const bucket = await openBucket({ ...s3, spool_folder: join(dataDir, 'spool') });
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

/**
 * Brings the database to the newest schema. Where it holds anything a backup is made first, unless the configuration says no;
 * without it nothing is changed.
 */
export async function upgradeDatabase(config: Config, url: string, log: Logger): Promise<string[]> {
  return migrate(url, {
    async before({ from, to }) {
      if (!(await holdsData(url))) return;
      if (!config.backups.beforeUpgrade)
        return log.warn(
          { from, to },
          'the database is upgraded without a backup: BACKUP_BEFORE_UPGRADE is off',
        );
      const place = await openPlace(config, undefined);
      log.info({ from, to, place: place.name }, 'a backup is made before the database is upgraded');
      const input = await backupOf(config, url);
      const made = await makeAndNote({ ...input, place, reason: 'upgrade' }).catch((error: unknown) => {
        throw new StartupError(
          `Before the upgrade from schema ${from} to ${to} a backup is made, and it failed. Nothing was changed. ${(error as Error).message} ` +
            'Mend that and start again, or set BACKUP_BEFORE_UPGRADE=off to upgrade without.',
          { cause: error },
        );
      });
      log.info({ backup: place.nameOf(made.folder), bytes: made.bytes }, 'the backup is made; upgrading');
      await removeOld(place, { days: config.backups.keepDays, upgrades: upgradesKept }, input.now).catch(
        (err: unknown) => log.warn({ err }, 'old backups could not be removed'),
      );
    },
  });
}

const holdsData = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ some: boolean }>(
      'select exists (select from guilds) or exists (select from users) as some',
    );
    return rows[0]?.some ?? false;
  });
