import { holderOf, strangerInWords } from '@tickets/core/backups/storage-owner';
import { findOtherProgram, programInWords } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { type SchemaClient, whatIsPending } from '@tickets/core/platform/db/migrate';
import { inWords, readAnyProcesses, requireFit } from '@tickets/core/platform/processes/processes';
import { StartupError } from '@tickets/core/platform/startup-error';
import { storageProblem } from '@tickets/core/platform/storage/problem';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { knownFingerprint, requireOwnAccount } from '../files/fingerprint.ts';
import { openStorage, ownerWords } from '../files/storage.ts';
import { requireOwnDataBefore } from '../files/whose-data.ts';

/**
 * Throws what would keep a start from this database after the upgrade as well, so that one that is refused has changed nothing.
 * Only reads, in the schema that is there.
 */
export async function requireStartable(config: Config, client: SchemaClient, log: Logger): Promise<void> {
  await requireOwnDataBefore(config, client);
  await requireOwnFilesBefore(config, client, log);
  // Nobody else runs on a database that this process started.
  if (!config.databaseUrl) return;
  await requireFit(client, await knownFingerprint(config), { log });
  await nameOlder(client, log);
}

/** The same for the command that upgrades: the shell of an operator need not know everything that the program has to. */
export async function requireUpgradable(config: Config, client: SchemaClient, log: Logger): Promise<void> {
  // Several processes of an installation are upgraded one after another. On the embedded database there is one.
  const other = config.databaseUrl ? undefined : await findOtherProgram(config.dataDir);
  if (other)
    throw new StartupError(
      `An older program runs on this database (${programInWords(other)}), and it cannot work from an upgrade on. Nothing was changed. ` +
        'Stop that program first, then give this command again.',
    );
  if (config.discord) await requireOwnDataBefore(config, client);
  await requireOwnFilesBefore(config, client, log);
  await requireCommandFits(config, client, log);
  await nameOlder(client, log);
}

/** Throws where storage belongs to another database. A bucket that does not answer now is asked again when it is used. */
async function requireOwnFilesBefore(config: Config, client: SchemaClient, log: Logger): Promise<void> {
  const holder = await openStorage(config)
    .then((storage) => holderOf(client, storage))
    .catch((err: unknown) => {
      if (!storageProblem(err)) throw err;
      log.warn({ err }, 'whose the stored files are could not be looked at yet');
      return undefined;
    });
  if (holder && 'ours' in holder)
    throw new StartupError(`${strangerInWords(holder, ownerWords(config))} Nothing was changed.`);
}

/** Links are sent by the processes that run, so a command need not know their addresses. */
export async function requireCommandFits(config: Config, client: SchemaClient, log: Logger): Promise<void> {
  await requireOwnAccount(config);
  const fingerprint = await knownFingerprint(config);
  await requireFit(client, () => ({ ...fingerprint(), public_url: undefined, dashboard_url: undefined }), {
    log,
  });
}

/** Throws where the schema is not the one that this program works with. A command may stand beside an older program that runs. */
export async function requireUpgraded(config: Config, client: SchemaClient): Promise<void> {
  const { from, newest, pending } = await whatIsPending(client);
  if (!pending.length) return;
  requireFilled(from);
  const older = await olderInWords(config, client);
  const start = older.length
    ? `Stop the older program that runs (${older.join('; ')}), and start this version`
    : 'Start this version of the program first';
  throw new StartupError(
    `The database is at schema ${from}, and this program works with ${newest}. No command but migrate upgrades a database, and nothing was changed. ` +
      `${start}: it makes a backup and upgrades. To go on with the older version, give the command with that one.`,
  );
}

/** For commands that work with every schema that this program can upgrade. Tells whether it is an older one. */
export async function requireUpgradableSchema(client: SchemaClient): Promise<{ is_older: boolean }> {
  const { from, pending } = await whatIsPending(client);
  requireFilled(from);
  return { is_older: pending.length > 0 };
}

function requireFilled(from: number): void {
  if (!from)
    throw new StartupError(
      'The database is empty, and no command but migrate fills one. Start the program on it first.',
    );
}

async function olderInWords(config: Config, client: SchemaClient): Promise<string[]> {
  if (config.databaseUrl) return (await readAnyProcesses(client)).map(inWords);
  const other = await findOtherProgram(config.dataDir);
  return other ? [programInWords(other)] : [];
}

/** Whatever is entered in an older schema is of an older program: one of this version enters after the upgrade. */
async function nameOlder(client: SchemaClient, log: Logger): Promise<void> {
  const older = await readAnyProcesses(client);
  if (older.length)
    log.warn(
      { others: older.map(inWords) },
      'processes of the older version use this database, or were killed seconds ago: they cannot work from this upgrade on. Stop them, and start them with this version',
    );
}
