import { join } from 'node:path';
import { storedFiles } from '@tickets/core/doctor/stored-files';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { countFailures } from '@tickets/core/platform/storage/count-failures';
import { s3Storage } from '@tickets/core/platform/storage/s3';
import { diskStorage, type Storage } from '@tickets/core/platform/storage/storage';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Where files are kept: in a bucket where one is configured, else in the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return countFailures(diskStorage(join(dataDir, 'files')));
  return countFailures(await s3Storage({ ...s3, spool_folder: join(dataDir, 'spool') }));
}

/** Says at the start that the data folder has none of the files that the database names. */
export async function warnOfLostFiles(
  { dataDir }: Pick<Config, 'dataDir'>,
  url: string,
  { storage, log }: { storage: Storage; log: Logger },
): Promise<void> {
  const { status, text, fix } = await withClient(url, (client) => storedFiles(client, dataDir, storage));
  if (status === 'error') log.error(`${text} ${fix}`);
}
