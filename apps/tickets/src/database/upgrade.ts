import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf, removeOld, usableForUpgrade } from '@tickets/core/backups/kept';
import { makeAndNote, upgradesKept, warnOfMade } from '@tickets/core/backups/nightly';
import type { Owner } from '@tickets/core/backups/own';
import {
  CommitUnanswered,
  JobsNotPrepared,
  type MigrationFailed,
  migrate,
  type SchemaClient,
  type Upgrade,
} from '@tickets/core/platform/db/migrate';
import { StartupError } from '@tickets/core/platform/startup-error';
import { withStop } from '@tickets/core/platform/with-stop';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { word } from '../config/to-type.ts';
import { backupOf, openPlace } from './backups.ts';

/** Nothing was changed; who starts the program over and over should not do so in haste. */
export class UpgradeFailed extends StartupError {
  readonly wait_ms: number;

  constructor(message: string, wait_ms: number, options: ErrorOptions) {
    super(message, options);
    this.wait_ms = wait_ms;
  }
}

/** The backup before the upgrade to schema `to`. */
class BackupFailed extends StartupError {
  readonly to: number;

  constructor(message: string, to: number, options: ErrorOptions) {
    super(message, options);
    this.to = to;
  }
}

const WAIT_MS = 5_000;
const WAIT_MS_MAX = 5 * 60_000;

interface UpgradeOptions {
  /** Called before a schema that is there already is changed, while nobody else changes it. What it throws ends it. */
  check: (client: SchemaClient) => Promise<void>;
  /** The same before an empty database gets its schema. */
  checkEmpty?: (client: SchemaClient) => Promise<void>;
  /** Asked while another program is waited for; what it throws ends the wait. */
  goOn?: () => void;
  /** Called when it turns out that a schema that is there already is changed, by this program or by one that is waited for. */
  onUpgrade?: () => void;
}

/**
 * Brings the database to the newest schema. Where it holds anything there is a backup first, unless the configuration says no;
 * without it nothing is changed. Tries that failed are counted in the data folder.
 */
export async function upgradeDatabase(
  config: Config,
  url: string,
  log: Logger,
  { check, checkEmpty, goOn, onUpgrade = () => undefined }: UpgradeOptions,
): Promise<string[]> {
  let begun: { upgrade: Upgrade; backup: string | undefined } | undefined;
  try {
    const applied = await migrate(url, {
      ...(goOn && { goOn }),
      ...(checkEmpty && { beforeFirst: checkEmpty }),
      onWait(who) {
        onUpgrade();
        log.warn({ who }, 'another program changes the schema of this database; waiting for its end');
      },
      onBlocked: (who) =>
        log.warn({ who }, 'a table that the upgrade changes is in use; waiting for the end of that'),
      async before(upgrade, client) {
        await check(client);
        onUpgrade();
        begun = { upgrade, backup: await backUp(config, url, log, upgrade, client) };
      },
    });
    await rm(failuresIn(config), { force: true });
    if (begun?.backup) log.info(`The database is upgraded. ${wayBack(config, begun.backup)}`);
    return applied;
  } catch (error) {
    if (error instanceof CommitUnanswered) throw new StartupError(error.message, { cause: error });
    if (error instanceof BackupFailed) {
      const { wait_ms } = await failedAgain(config, log, { what: 'backup', to: error.to });
      throw new UpgradeFailed(error.message, wait_ms, { cause: error });
    }
    if (!begun || error instanceof StartupError || error instanceof JobsNotPrepared) throw error;
    const { from, to } = begun.upgrade;
    const { failures, wait_ms } = await failedAgain(config, log, { what: 'upgrade', to });
    const why = withStop((error as MigrationFailed).message);
    throw new UpgradeFailed(
      `The upgrade of the database from schema ${from} to ${to} ${failures > 1 ? `has failed ${failures} times` : 'failed'}. ${why} ` +
        'All of it was taken back, so the older program starts on this database as before. ' +
        (begun.backup
          ? wayBack(config, begun.backup)
          : 'No backup was made, because BACKUP_BEFORE_UPGRADE is off.'),
      wait_ms,
      { cause: error },
    );
  }
}

/** The way back in commands to type. This program restores, because an older one may not know backups. */
function wayBack(config: Pick<Config, 'databaseUrl' | 'sealingKeys' | 'dataDir'>, backup: string): string {
  const keys = config.sealingKeys
    ? ''
    : `copy ${word(join(config.dataDir, 'secrets.json'))} into a new data folder, and `;
  const on = (database: string) => (config.databaseUrl ? `DATABASE_URL=<${database} database> ` : '');
  return (
    `What it was before is kept in ${backup}. To go back to that, stop the program, ${keys}restore it with this program: ` +
    `${on('an empty')}npm run tickets -- restore ${word(backup)} --keep-schema --data-dir <a new folder>. ` +
    `Then start the older program on it: ${on('that')}npm start -- --data-dir <that folder>.`
  );
}

/** The backup before an upgrade, for people; undefined where none is needed. */
async function backUp(
  config: Config,
  url: string,
  log: Logger,
  { from, to }: Upgrade,
  client: SchemaClient,
): Promise<string | undefined> {
  if (!(await holdsData(client))) return undefined;
  if (!config.backups.beforeUpgrade) {
    log.warn({ from, to }, 'the database is upgraded without a backup: BACKUP_BEFORE_UPGRADE is off');
    return undefined;
  }
  try {
    const place = await openPlace(config, undefined);
    const usable = await usableForUpgrade(place, client);
    if (usable) {
      const backup = place.nameOf(usable);
      log.info({ from, to, backup }, 'an earlier try of this upgrade has made the backup; upgrading');
      return backup;
    }
    log.info({ from, to, place: place.name }, 'a backup is made before the database is upgraded');
    const input = await backupOf(config, url);
    const removeOlder = async (owner: Owner) => {
      const keeping = { days: config.backups.keepDays, upgrades: upgradesKept };
      await removeOld(place, owner, keeping, input.now).catch((err: unknown) =>
        log.warn({ err }, 'old backups could not be removed'),
      );
    };
    // They may be what takes the room for this one.
    await removeOlder(await ownerOf(client));
    const made = await makeAndNote({ ...input, place, reason: 'upgrade' });
    const backup = place.nameOf(made.folder);
    log.info({ backup, bytes: made.bytes }, 'the backup is made; upgrading');
    warnOfMade(log, place, made);
    await removeOlder(made.owner);
    return backup;
  } catch (error) {
    throw new BackupFailed(
      `Before the upgrade from schema ${from} to ${to} a backup is made, and it failed. Nothing was changed. ${withStop((error as Error).message)} ` +
        'Mend that and start again, or set BACKUP_BEFORE_UPGRADE=off to upgrade without.',
      to,
      { cause: error },
    );
  }
}

async function holdsData(client: SchemaClient): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>(
    'select exists (select from guilds) or exists (select from users) as some',
  );
  return rows[0]?.some ?? false;
}

interface Failed {
  what: 'upgrade' | 'backup';
  /** The schema that was the aim. */
  to: number;
}

const Failures = z.object({
  what: z.enum(['upgrade', 'backup']).default('upgrade'),
  to: z.number(),
  failures: z.number().int().positive(),
});
const failuresIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'upgrade-failures.json');

/** How often this has failed by now, and how long to wait before the end. */
async function failedAgain(config: Config, log: Logger, failed: Failed) {
  const failures = await countFailure(config, failed).catch((err: unknown) => {
    // As on a full disk. What is said of the failure matters more, and the wait is the shortest.
    log.warn({ err }, 'the failed upgrade could not be counted');
    return 1;
  });
  return { failures, wait_ms: Math.min(WAIT_MS * 2 ** (failures - 1), WAIT_MS_MAX) };
}

/** Counts one more failed try of this, and returns how many there were. */
async function countFailure(config: Pick<Config, 'dataDir'>, { what, to }: Failed): Promise<number> {
  const path = failuresIn(config);
  const text = await readFile(path, 'utf8').catch(() => '{}'); // counted from the first again, which only waits less
  const before = Failures.safeParse(parsed(text));
  const failures =
    before.success && before.data.what === what && before.data.to === to ? before.data.failures + 1 : 1;
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify({ what, to, failures }));
  await rename(`${path}.new`, path);
  return failures;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // half a file: counted from the first again
  }
}
