import { join } from 'node:path';
import pg from 'pg';
import { withClient } from '../platform/db/embedded/connection.ts';
import { keepsTextAs, makeInUtf8, otherEncoding } from '../platform/db/encoding.ts';
import {
  appliedMigrations,
  MigrationFailed,
  newestMigration,
  TablesElsewhereError,
} from '../platform/db/migrate.ts';
import { isPooledByTransaction, pooledByTransaction } from '../platform/db/pooled.ts';
import { deniedRight, rightsWanted } from '../platform/db/rights.ts';
import { POSTGRES_MIN } from '../platform/db/server-version.ts';
import { tlsTrouble } from '../platform/db/tls-trouble.ts';
import { type Trial, tryMigrations } from '../platform/db/trial.ts';
import { StartupError } from '../platform/startup-error.ts';
import { storageProblem } from '../platform/storage/problem.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { withStop } from '../platform/with-stop.ts';
import { type Check, type DoctorInput, error, type Finding, ok, skipped, warning } from './check.ts';
import { storedFiles } from './stored-files.ts';

const noDatabase = skipped('There is no embedded PostgreSQL yet; npm start makes it.');

export const databaseReachable: Check = {
  id: 'database.reachable',
  title: 'Database',
  run: (input) =>
    withDatabase(input, async (client) => {
      if (input.database_url && (await isPooledByTransaction(input.database_url)))
        return error(pooledByTransaction, 'Do what this says.');
      const encoding = await otherEncoding(client);
      if (encoding) return error(keepsTextAs(encoding), makeInUtf8);
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only !== 'on') return ok('PostgreSQL answers');
      return error(
        'PostgreSQL answers, and takes no changes: it is read-only.',
        'See whether its disk is full, or whether DATABASE_URL leads to a standby.',
      );
    }),
};

/** What keeps one check from asking the database keeps all of them, and is the same finding in each. */
async function withDatabase(
  { database_url, database_problem }: DoctorInput,
  look: (client: pg.Client) => Promise<Finding>,
): Promise<Finding> {
  if (database_problem)
    return error(database_problem, 'Mend this, or set DATABASE_URL to a PostgreSQL server of yours.');
  if (!database_url) return noDatabase;
  try {
    return await withClient(database_url, look);
  } catch (cause) {
    if (cause instanceof TablesElsewhereError) return error(cause.message, 'Do what this says.');
    // It did answer.
    if (cause instanceof pg.DatabaseError)
      return error(
        `PostgreSQL refuses this: ${cause.message}`,
        deniedRight(cause) ? rightsWanted : fixOf(cause.code),
      );
    const tls = tlsTrouble(cause);
    if (tls) return error(tls.text, tls.fix);
    return error(
      `PostgreSQL does not answer: ${(cause as Error).message || (cause as { code?: string }).code}`,
      'Check the host, the port, the name, the user and the password in DATABASE_URL, and that the server runs.',
    );
  }
}

function fixOf(code: string | undefined): string {
  if (code === '53300') return 'Allow more connections (max_connections, or the limit of its user).';
  if (code === '3F000')
    return 'Run in it as an administrator: create schema public; grant all on schema public to <user>;';
  return 'Check the name, the user and the password in DATABASE_URL.';
}

export const databaseVersion: Check = {
  id: 'database.version',
  title: 'PostgreSQL version',
  run: (input) =>
    withDatabase(input, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      const version = rows[0]?.server_version ?? '0';
      if (Number.parseInt(version, 10) >= POSTGRES_MIN) return ok(`PostgreSQL ${version}`);
      return error(
        `The server is PostgreSQL ${version}; Tickets needs ${POSTGRES_MIN} or newer.`,
        'Upgrade the server, or leave DATABASE_URL unset to use the embedded one.',
      );
    }),
};

export const databaseSchema: Check = {
  id: 'database.schema',
  title: 'Database schema',
  run: (input) =>
    withDatabase(input, async (client) => {
      const found = await schemaOf(client);
      const known = newestMigration();
      if (found === known) return ok(`At the newest schema (${known})`);
      if (found < known) return tryNextStart(client, found, known);
      return error(
        `The database is at schema ${found}, but this program knows only up to ${known}.`,
        'Start the newer program again, or restore a backup that was made before it ran.',
      );
    }),
};

const trials: Readonly<Record<Trial, string>> = {
  works: 'a trial of it worked, and was taken back',
  blocked:
    'not tried, because a program or a session, such as psql or pg_dump, uses the database: end it and run the doctor again to try',
  long: 'not tried to the end, because the tables are large',
};

async function tryNextStart(client: pg.Client, found: number, known: number): Promise<Finding> {
  const at = found ? `At schema ${found} of ${known}` : 'Empty';
  const next = found ? 'the next start brings it up to date' : `the next start makes schema ${known}`;
  try {
    return ok(`${at}; ${next} (${trials[await tryMigrations(client)]})`);
  } catch (cause) {
    const denied = deniedRight(cause);
    if (denied) return error(`${at}, and the next start would be refused: ${denied}.`, rightsWanted);
    if (!(cause instanceof MigrationFailed)) throw cause;
    return error(
      `${at}, and ${found ? 'the upgrade' : 'the next start'} would fail: ${cause.message}`,
      `Mend what it names. Until then the next start changes nothing and ends${found ? '; the older program runs on this database' : ''}.`,
    );
  }
}

export const demoOrReal: Check = {
  id: 'database.demo_or_real',
  title: 'Demo or real',
  run: (input) =>
    withDatabase(input, async (client) => {
      // A token that cannot be read would be taken for none.
      if (input.configuration.length) return skipped('The configuration is not right yet.');
      const mixed = await input.mixed_data?.(client);
      if (mixed) return error(`${mixed.text} The next start would be refused.`, mixed.fix);
      return ok(
        `The data is that of the ${input.dashboard_url ? 'real' : 'simulated'} Discord, or there is none yet`,
      );
    }),
};

interface Waiting {
  count: number;
  since: Date;
  problem: string;
}

export const discordFollows: Check = {
  id: 'discord.follows',
  title: 'What Discord has to follow',
  run: (input) =>
    withDatabase(input, async (client) => {
      if ((await schemaOf(client)) !== newestMigration()) return skipped('The schema is not the newest one.');
      const { rows } = await client.query<Waiting>(`
        SELECT count(*)::int AS count, min(wanted_at) AS since,
          (array_agg(problem ORDER BY attempts DESC))[1] AS problem
        FROM effects JOIN guilds USING (guild_id) WHERE left_at IS NULL AND attempts > 0
        HAVING count(*) > 0`);
      const [waiting] = rows;
      if (!waiting) return ok('Nothing waits for Discord');
      const { count, since, problem } = waiting;
      const things = count === 1 ? '1 thing waits' : `${count} things wait`;
      return warning(
        `${things} for Discord, the oldest since ${since.toISOString()}: ${problem}`,
        'They are tried again by themselves. If Discord works elsewhere, look into the log for "Discord does not follow yet".',
      );
    }),
};

export const filesThere: Check = {
  id: 'data_dir.files',
  title: 'Stored files',
  run: (input) =>
    withDatabase(input, async (client) => {
      if ((await schemaOf(client)) !== newestMigration()) return skipped('The schema is not the newest one.');
      const { bucket, data_dir } = input;
      return unlessAway(() =>
        bucket
          ? storedFiles(client, bucket.name, bucket)
          : storedFiles(client, data_dir, diskStorage(join(data_dir, 'files'))),
      );
    }),
};

export const whoseFiles: Check = {
  id: 'storage.owner',
  title: 'Whose files',
  run: (input) =>
    withDatabase(input, async (client) =>
      unlessAway(async () => {
        const others = await input.others_files?.(client);
        if (others === undefined) return ok("The stored files are those of this database, or nobody's yet");
        return error(`${withStop(others)} The next start would be refused.`, 'Do what this says.');
      }),
    ),
};

export const sealedValues: Check = {
  id: 'database.sealed',
  title: 'Sealed values',
  run: (input) =>
    withDatabase(input, async (client) =>
      unlessAway(async () => {
        const count = await input.values_without_key?.(client);
        if (!count) return ok('The keys that open them are there');
        return error(
          `${count === 1 ? '1 sealed value' : `${count} sealed values`} in the database cannot be opened: the key is neither in SECRET_KEYS nor, where that is not set, in secrets.json of the data folder.`,
          'Put the old key back behind the new one (SECRET_KEYS=new,old). If it is lost for good, people sign in again, tokens of bots and secrets of webhooks and integrations have to be entered again, and earlier erasures of personal data repeated.',
        );
      }),
    ),
};

/** What keeps a bucket from being looked at is found by its own check; a file that cannot be read or is damaged is no trouble of the database. */
async function unlessAway(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (cause) {
    if (storageProblem(cause)) return skipped('Cannot be looked at, see Storage in a bucket.');
    if (cause instanceof StartupError)
      return error(cause.message, 'Correct that, then run the doctor again.');
    const { path, message } = cause as NodeJS.ErrnoException;
    if (path !== undefined)
      return error(
        `A file in the data folder cannot be read: ${withStop(message)}`,
        'Give it to the account that runs the program.',
      );
    throw cause;
  }
}

const BACKUP_HOURS_MAX = 26;

interface Backed {
  at: Date | null;
  place: string | null;
  /** Why the last one failed; null where it did not. */
  problem: string | null;
}

export const backups: Check = {
  id: 'database.backups',
  title: 'Backups',
  run: (input) =>
    withDatabase(input, async (client) => {
      if ((await schemaOf(client)) !== newestMigration()) return skipped('The schema is not the newest one.');
      const { rows } = await client.query<Backed>(`
        SELECT good.began_at AS at, good.place || '/' || good.folder AS place, last.problem
        FROM (SELECT problem FROM backups ORDER BY began_at DESC, backup_id DESC LIMIT 1) last
          FULL JOIN (SELECT * FROM backups WHERE problem IS NULL ORDER BY began_at DESC LIMIT 1) good ON true`);
      const { at = null, place = null, problem = null } = rows[0] ?? {};
      const last = at ? `The last backup is of ${at.toISOString()} (${place})` : 'There is no backup';
      if (problem)
        return warning(
          `The last try failed: ${withStop(problem)} ${last}.`,
          'Mend that, and run: npm run tickets -- backup',
        );
      if (!input.backups) {
        if (!input.dashboard_url) return skipped('Discord is simulated, and BACKUP_TO is not set.');
        return warning(
          `None is made by the clock. ${last}.`,
          'Set BACKUP_TO to a folder on another disk, or to s3:backups.',
        );
      }
      const hours = at ? (input.now().getTime() - at.getTime()) / 3_600_000 : Infinity;
      if (hours <= BACKUP_HOURS_MAX) return ok(last);
      return warning(
        `${last}, and one is due every night.`,
        'A process with the role jobs makes them: look into its log for "backup", or run: npm run tickets -- backup',
      );
    }),
};

export const backupFolders: Check = {
  id: 'backups.readable',
  title: 'Folders of backups',
  run: (input) =>
    withDatabase(input, (client) =>
      unlessAway(async () => {
        const passed = await input.passed_over?.(client).catch((cause: NodeJS.ErrnoException) => {
          if (cause.path === undefined) throw cause;
          return error(
            `The place of backups cannot be listed, so no backup is made and no upgrade begins: ${withStop(cause.message)}`,
            'Give it to the account that runs Tickets (chown -R), or name another place in BACKUP_TO.',
          );
        });
        if (passed && 'status' in passed) return passed;
        const text = passed?.map((one) => one.text).join(' ') || 'All that are there can be read';
        const fix = passed?.find((one) => one.fix)?.fix;
        return fix ? warning(text, fix) : ok(text);
      }),
    ),
};

async function schemaOf(client: pg.Client): Promise<number> {
  return (await appliedMigrations(client)).at(-1)?.version ?? 0;
}
