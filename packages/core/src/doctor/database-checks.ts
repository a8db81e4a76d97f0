import { withClient } from '../db/embedded/connection.ts';
import { newestMigration } from '../db/migrate.ts';
import { type Check, error, ok, skipped } from './check.ts';

const VERSION_MIN = 15;
const noDatabase = skipped('The embedded PostgreSQL is not running; npm start starts it.');

export const databaseReachable: Check = {
  id: 'database.reachable',
  title: 'Database',
  async run({ database_url }) {
    if (!database_url) return noDatabase;
    try {
      await withClient(database_url, (client) => client.query('SELECT 1'));
      return ok('PostgreSQL answers');
    } catch (cause) {
      return error(
        `PostgreSQL does not answer: ${(cause as Error).message || (cause as { code?: string }).code}`,
        'Check the host, the port, the name, the user and the password in DATABASE_URL, and that the server runs.',
      );
    }
  },
};

export const databaseVersion: Check = {
  id: 'database.version',
  title: 'PostgreSQL version',
  async run({ database_url }) {
    if (!database_url) return noDatabase;
    const version = await withClient(database_url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      return rows[0]?.server_version ?? '0';
    });
    if (Number.parseInt(version, 10) >= VERSION_MIN) return ok(`PostgreSQL ${version}`);
    return error(
      `The server is PostgreSQL ${version}; Tickets needs ${VERSION_MIN} or newer.`,
      'Upgrade the server, or leave DATABASE_URL unset to use the embedded one.',
    );
  },
};

export const databaseSchema: Check = {
  id: 'database.schema',
  title: 'Database schema',
  async run({ database_url }) {
    if (!database_url) return noDatabase;
    const found = await withClient(database_url, async (client) => {
      const { rows } = await client.query<{ name: string | null }>(
        "SELECT to_regclass('schema_migrations') AS name",
      );
      if (!rows[0]?.name) return 0;
      const newest = await client.query<{ version: number | null }>(
        'SELECT max(version) AS version FROM schema_migrations',
      );
      return newest.rows[0]?.version ?? 0;
    });
    const known = newestMigration();
    if (found === known) return ok(`At the newest schema (${known})`);
    if (found < known) return ok(`At schema ${found} of ${known}; the next start brings it up to date`);
    return error(
      `The database is at schema ${found}, but this program knows only up to ${known}.`,
      'Start the newer program again, or restore a backup that was made before it ran.',
    );
  },
};
