import { holderOf, strangerInWords, takeStorage } from '@tickets/core/backups/storage-owner';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { usage } from '../config/options.ts';
import { startLine } from '../config/to-type.ts';
import { borrowDatabase } from '../database/database.ts';
import { requireUpgradableSchema } from '../database/may-upgrade.ts';
import { requireOwnAccount } from '../files/fingerprint.ts';
import { openStorage, ownerWords } from '../files/storage.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/** Says whose the stored files are, or makes them those of this database: its operator knows that nobody else needs them. */
export const storageCommand: Command = async (config, [action]) => {
  if (action !== undefined && action !== 'take-over')
    throw new StartupError(`There is no command "storage ${action}".\n\n${usage}`);
  if (action) await requireOwnAccount(config);
  const database = await borrowDatabase(config, createLog({ level: 'warn' }));
  try {
    return await withClient(database.url, async (client) => {
      // A start on another database's files is refused before it upgrades, so this works with an older schema.
      const { is_older } = await requireUpgradableSchema(client);
      const storage = await openStorage(config);
      const words = ownerWords(config);
      const holder = await holderOf(client, storage);
      if (action === undefined) {
        if ('ours' in holder) throw new StartupError(strangerInWords(holder, words));
        console.log(
          `The files in ${words.place} are ${holder.is === 'us' ? 'those of this database' : "nobody's yet; the next start marks them as those of this database"}.`,
        );
        return 0;
      }
      await takeStorage(client, storage);
      const before =
        'ours' in holder
          ? ` Before they were those of ${holder.is === 'copy' ? 'a copy of this installation' : `the database ${holder.database ?? '(unknown)'}`}: do not start that one on them again.`
          : '';
      console.log(`The files in ${words.place} are those of this database from now on.${before}`);
      console.log(
        is_older
          ? `Start it with the program that made its data, or with this one, which upgrades it: ${startLine(config)}`
          : `Start it: ${startLine(config)}`,
      );
      return 0;
    });
  } finally {
    await database.stop();
  }
};
