import { join } from 'node:path';
import { OthersFiles, ownedStorage, ownerCheck } from '@tickets/core/backups/storage-owner';
import { storedFiles } from '@tickets/core/doctor/stored-files';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { countFailures } from '@tickets/core/platform/storage/count-failures';
import { storageProblem } from '@tickets/core/platform/storage/problem';
import { s3Storage } from '@tickets/core/platform/storage/s3';
import { removeLeft } from '@tickets/core/platform/storage/spool';
import { diskStorage, type Storage } from '@tickets/core/platform/storage/storage';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { takeOverLine } from '../config/to-type.ts';

/** Where files are kept: in a bucket where one is configured, else in the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  const spool_folder = spoolIn({ dataDir });
  return countFailures(
    s3 ? await s3Storage({ ...s3, spool_folder }) : diskStorage(join(dataDir, 'files'), { spool_folder }),
  );
}

/** Where files lie for as long as something is done with them. */
export const spoolIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'spool');

const HOUR_MS = 3_600_000;

/** Removes at once, and every hour until it is called off, what ended processes left there. */
export function removeLeftHourly(config: Pick<Config, 'dataDir'>, log: Logger): () => void {
  const remove = () =>
    void removeLeft(spoolIn(config)).catch((err: unknown) =>
      log.warn({ err }, 'files that an ended process left could not be removed; it is tried in an hour'),
    );
  remove();
  const again = setInterval(remove, HOUR_MS).unref();
  return () => clearInterval(again);
}

/** Where that is, for people. */
export const placeOfFiles = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) =>
  s3 ? `the bucket ${s3.bucket}${s3.prefix ? `, under ${s3.prefix}` : ''}` : join(dataDir, 'files');

export const ownerWords = (config: Pick<Config, 's3' | 'dataDir'>) => ({
  place: placeOfFiles(config),
  take_over: takeOverLine(config),
});

/**
 * The same storage for the database at `url` alone: throws a StartupError where it belongs to another one, and lets nothing be
 * written or removed there once another one has taken it over. One that does not answer now is asked again when it is used.
 */
export async function ownStorage(
  config: Pick<Config, 's3' | 'dataDir'>,
  url: string,
  { storage, log }: { storage: Storage; log: Logger },
): Promise<{ storage: Storage; requireMarked: () => Promise<void> }> {
  const check = ownerCheck(url, storage, ownerWords(config));
  await check.requireOwn().catch((err: unknown) => {
    if (err instanceof OthersFiles) throw new StartupError(err.message, { cause: err });
    log.warn({ err }, 'whose the stored files are could not be looked at yet');
  });
  return { storage: ownedStorage(storage, check), requireMarked: check.requireMarked };
}

/** Says at the start that none of the files that the database names is where they are kept. */
export async function warnOfLostFiles(
  config: Pick<Config, 's3' | 'dataDir'>,
  url: string,
  { storage, log }: { storage: Storage; log: Logger },
): Promise<void> {
  try {
    const place = config.s3 ? placeOfFiles(config) : config.dataDir;
    const { status, text, fix } = await withClient(url, (client) => storedFiles(client, place, storage));
    if (status === 'error') log.error(`${text} ${fix}`);
  } catch (err) {
    if (!storageProblem(err)) throw err;
    log.warn({ err }, 'whether the stored files are there could not be looked at');
  }
}
