import { damageInWords } from '@tickets/core/backups/files';
import { lookThrough } from '@tickets/core/backups/kept';
import { databaseId } from '@tickets/core/backups/moment';
import { copiesInWords, makeAndNote } from '@tickets/core/backups/nightly';
import { notOursInWords } from '@tickets/core/backups/not-ours';
import { passedOverInWords } from '@tickets/core/backups/passed-over';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { withStop } from '@tickets/core/platform/with-stop';
import type { Config } from '../config/config.ts';
import { usage } from '../config/options.ts';
import { backupOf, openPlace } from '../database/backups.ts';
import { borrowDatabase } from '../database/database.ts';
import { requireOwnAccount } from '../files/fingerprint.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/** Everything that the installation is, whether the program runs or not. */
export const backup: Command = async (config, [action], options) => {
  if (action === 'list') return list(config, options.to);
  if (action !== undefined) throw new StartupError(`There is no command "backup ${action}".\n\n${usage}`);
  await requireOwnAccount(config);
  const place = await openPlace(config, options.to);
  const database = await borrowDatabase(config, createLog({ level: 'warn' }));
  try {
    const made = await makeAndNote({
      ...(await backupOf(config, database.url)),
      place,
      reason: 'command',
      onProgress: console.log,
    });
    const { folder, manifest, bytes, damaged } = made;
    const { tables, files, keys } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Backed up ${rows} rows of ${tables.length} tables and ${files.count} files (${size(bytes)}) to ${place.nameOf(folder)}.`,
    );
    const notOurs = notOursInWords(made);
    if (notOurs) console.log(notOurs);
    if (files.missing)
      console.log(
        `${files.missing === 1 ? '1 file is' : `${files.missing} files are`} named in the database, but not in storage, so the backup is without ${files.missing === 1 ? 'it' : 'them'}. Everything else is whole. If ${storageLies(config)} was moved or emptied, put back what was in it, and make another backup.`,
      );
    if (damaged.count) console.log(damageInWords(damaged));
    const copies = copiesInWords(place, made);
    if (copies) console.log(copies);
    for (const text of passedOverInWords(place, made.unreadable, made.owner.database)) console.log(text);
    const known = keys.filter(({ is_known }) => is_known);
    if (known.length)
      console.log(
        `Its secrets are sealed with ${known.map(({ name }) => `key ${name}`).join(', ')}, which it does not contain: keep ${keysLie(config)} elsewhere.`,
      );
    console.log(`Restore it into an empty installation: npm run tickets -- restore ${place.nameOf(folder)}`);
  } finally {
    await database.stop();
  }
  return 0;
};

async function list(config: Config, to: string | undefined): Promise<number> {
  const place = await openPlace(config, to);
  const { whole, unreadable } = await lookThrough(place);
  if (!whole.length) console.log(`There are no backups in ${place.name}.`);
  const kinds = { command: 'by command', nightly: 'nightly', upgrade: 'before an upgrade' };
  for (const { folder, made_at, kind } of whole)
    console.log(`${made_at.toISOString()}  ${kinds[kind].padEnd(17)}  ${place.nameOf(folder)}`);
  if (!unreadable.length) return 0;
  const database = await idOfDatabase(config).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    console.log(`Whether the following are of this database could not be looked up: ${withStop(why)}`);
    return undefined;
  });
  for (const text of passedOverInWords(place, unreadable, database)) console.log(text);
  return 0;
}

async function idOfDatabase(config: Config): Promise<string> {
  const database = await borrowDatabase(config, createLog({ level: 'warn' }));
  try {
    return await withClient(database.url, databaseId);
  } finally {
    await database.stop();
  }
}

/** Where the sealing keys of this installation lie, for people. */
export const keysLie = ({ sealingKeys, dataDir }: Pick<Config, 'sealingKeys' | 'dataDir'>) =>
  sealingKeys ? 'SECRET_KEYS' : `${dataDir}/secrets.json`;

const storageLies = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) =>
  s3 ? `the bucket ${s3.bucket}` : `${dataDir}/files`;

function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let at = 0;
  let left = bytes;
  for (; left >= 1_000 && at < units.length - 1; at += 1) left /= 1_000;
  return `${at ? left.toFixed(1) : left} ${units[at]}`;
}
