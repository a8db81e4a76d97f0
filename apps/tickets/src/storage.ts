import { join } from 'node:path';
import { countFailures } from '@tickets/core/platform/storage/count-failures';
import { s3Storage } from '@tickets/core/platform/storage/s3';
import { diskStorage, type Storage } from '@tickets/core/platform/storage/storage';
import type { Config } from './config.ts';

/** Where files are kept: in a bucket where one is configured, else in the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return countFailures(diskStorage(join(dataDir, 'files')));
  return countFailures(await s3Storage({ ...s3, spool_folder: join(dataDir, 'spool') }));
}
