import { damageInWords } from '@tickets/core/backups/files';
import { notOursInWords } from '@tickets/core/backups/not-ours';
import { restoreBackup } from '@tickets/core/backups/restore';
import { holderOf, strangerInWords } from '@tickets/core/backups/storage-owner';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { startLine } from '../config/to-type.ts';
import { openBackup, sealingKeysOf } from '../database/backups.ts';
import { openDatabase } from '../database/database.ts';
import { requireOwnAccount } from '../files/fingerprint.ts';
import { openStorage, ownerWords, placeOfFiles } from '../files/storage.ts';
import { journalOf } from '../files/whose-data.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/** Makes an empty installation what another one was. */
export const restore: Command = async (config, [path], options) => {
  if (path === undefined)
    throw new StartupError(
      'restore needs the name of a backup, as "backup list" shows it: a folder, or s3:PREFIX/NAME.',
    );
  await requireOwnAccount(config);
  const { place, folder } = await openBackup(config, path);
  // Nobody else is to be at work in the folder, or to begin there meanwhile.
  const database = await openDatabase(config, createLog({ level: 'warn' }), { isAlone: true });
  try {
    const storage = await openStorage(config);
    const restored = await restoreBackup({
      url: database.url,
      storage,
      place,
      folder,
      secrets: await sealingKeysOf(config),
      keys_belong: config.sealingKeys
        ? 'Add it to SECRET_KEYS.'
        : `Copy secrets.json from the old data folder to ${config.dataDir}, or name the key in SECRET_KEYS.`,
      journal: journalOf(config),
      ...(options['without-keys'] && { without_keys: true }),
      ...(options['keep-schema'] && { keep_schema: true }),
      onProgress: console.log,
    });
    const { manifest, rows, tables, without_jobs, migrated, damaged, files_there } = restored;
    console.log(
      `Restored ${rows} rows of ${tables} tables and ${manifest.files.count} files, as they were at ${manifest.made_at}. Counts and checksums agree.`,
    );
    const notOurs = notOursInWords(restored);
    if (notOurs) console.log(notOurs);
    if (restored.has_number_gap)
      console.log(
        'Ticket numbers continue after a gap, because numbers given out since the backup may still be in use in Discord.',
      );
    if (damaged.count) console.log(damageInWords(damaged));
    if (migrated.length) console.log(`The schema was brought to the newest: ${migrated.join(', ')}.`);
    const schema = manifest.migrations.at(-1)?.version;
    if (options['keep-schema'])
      console.log(
        `The schema is as it was, ${schema}, for the program that made the data. This program would upgrade it.`,
      );
    if (without_jobs)
      console.log('Jobs that waited were not taken over; the program finds what is to be done by itself.');
    console.log(
      manifest.discord === 'real'
        ? 'Stop the old program before you start this one: two of them would answer each member twice.'
        : `${options['keep-schema'] ? 'Start it with that program' : 'Start it'}: ${startLine(config)}`,
    );
    const holder = await withClient(database.url, (client) => holderOf(client, storage));
    if ('ours' in holder) console.log(strangerInWords(holder, ownerWords(config)));
    else if (holder.is === 'nobody' && files_there)
      console.log(
        `${files_there} of its files were in ${placeOfFiles(config)} before. Where another installation still needs them, give this one files of its own before it starts (S3_PREFIX or S3_BUCKET): each would remove what the other needs.`,
      );
  } finally {
    await database.stop();
  }
  return 0;
};
