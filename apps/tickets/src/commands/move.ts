import { isSameDatabase, moveDatabase } from '@tickets/core/backups/move';
import { notOursInWords } from '@tickets/core/backups/not-ours';
import { holderOf, strangerInWords, takeStorage } from '@tickets/core/backups/storage-owner';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { withStop } from '@tickets/core/platform/with-stop';
import type { Config } from '../config/config.ts';
import { takeOverLine } from '../config/to-type.ts';
import { variables } from '../config/variables.ts';
import { openDatabase } from '../database/database.ts';
import { requireOwnAccount } from '../files/fingerprint.ts';
import { openStorage, ownerWords } from '../files/storage.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/** From the embedded database to a PostgreSQL server, or from one such server to another. */
export const move: Command = async (config, _rest, { to }) => {
  const parsed = variables.DATABASE_URL.schema.safeParse(to);
  if (!parsed.success || parsed.data === undefined)
    throw new StartupError(
      'move needs --to with the address of an empty database: postgresql://user:password@host:5432/name',
    );
  const target = parsed.data;
  await requireOwnAccount(config);
  // The program cannot run on the folder meanwhile, and what it would write is not left behind.
  const database = await openDatabase(config, createLog({ level: 'warn' }));
  try {
    if (isSameDatabase(database.url, target))
      throw new StartupError('--to names the database in which everything is already.');
    const moved = await moveDatabase({ from: database.url, to: target, onProgress: console.log });
    const takeOver = await handFilesOver(config, { from: database.url, to: target });
    console.log(`Moved ${moved.rows} rows. Counts and checksums of every table agree.`);
    const notOurs = notOursInWords(moved);
    if (notOurs) console.log(notOurs);
    console.log(
      `Now set DATABASE_URL to the address that you gave as --to, and start the program. Files and keys stay in ${config.dataDir}; ` +
        'the old database was only read. Do not start the program on it again: remove it when all is well.',
    );
    if (takeOver) console.log(takeOver);
  } finally {
    await database.stop();
  }
  return 0;
};

/** The new database gets the files that were those of the old one. Returns what is left to do where that did not work. */
async function handFilesOver(
  config: Config,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  try {
    const storage = await openStorage(config);
    const holder = await withClient(from, (client) => holderOf(client, storage));
    if ('ours' in holder) return strangerInWords(holder, ownerWords(config));
    await withClient(to, (client) => takeStorage(client, storage));
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `The files could not be marked as those of the new database: ${withStop(why)} Before you start, with the new DATABASE_URL: ${takeOverLine(config)}`;
  }
}
