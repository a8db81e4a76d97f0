import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphan } from '@tickets/core/platform/db/embedded/supervisor';
import { inject, onTestFinished } from 'vitest';
import { copyDataFolder } from './copy-data-folder.ts';

export interface DataFolder extends AsyncDisposable {
  dir: string;
}

/** An empty data folder. At its end the database server that runs on it is stopped. */
export async function createDataFolder(within = tmpdir()): Promise<DataFolder> {
  const dir = await mkdtemp(join(within, 'tickets-folder-'));
  // The account that runs the server must get through.
  await chmod(dir, 0o755);
  return {
    dir,
    async [Symbol.asyncDispose]() {
      await stopOrphan(dir);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A data folder with a migrated database without rows: a copy, because to make one takes a second. */
export async function createDataFolderWithDatabase(): Promise<DataFolder> {
  const response = await fetch(new URL('data-folder', inject('testServerBroker')));
  if (!response.ok) throw new Error(`The data folder was not made: ${await response.text()}`);
  const { data_folder } = (await response.json()) as { data_folder: string }; // Written by global-setup.ts.
  const folder = await createDataFolder();
  await copyDataFolder(data_folder, folder.dir);
  // It tells of the process that holds the original.
  await rm(join(folder.dir, 'program.json'), { force: true });
  return folder;
}

/** An empty data folder that ends with the test. */
export const newDataFolder = async () => untilTestEnds(await createDataFolder());

/** A data folder with a migrated database without rows, which ends with the test. */
export const newDataFolderWithDatabase = async () => untilTestEnds(await createDataFolderWithDatabase());

function untilTestEnds(folder: DataFolder): string {
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.dir;
}
