import pg from 'pg';
import { withClient } from '../platform/db/embedded/connection.ts';
import { otherEncoding } from '../platform/db/encoding.ts';
import { migrate } from '../platform/db/migrate.ts';
import { POSTGRES_MIN, tooOldVersion } from '../platform/db/server-version.ts';
import { type Loaded, loadInto } from './load.ts';
import { BackupProblem } from './problem.ts';
import { copyOut, withSnapshot } from './snapshot.ts';

/**
 * Copies everything of ours in one database into an empty one, without a file between them, and compares both by counts and contents.
 * Files in storage stay where they are. The first one is only read.
 */
export async function moveDatabase({
  from,
  to,
  onProgress,
}: {
  from: string;
  to: string;
  onProgress?: (text: string) => void;
}): Promise<Loaded> {
  await withClient(to, requireServer).catch((error: unknown) => {
    if (error instanceof BackupProblem) throw error;
    const why = error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
    throw new BackupProblem(`The database to move to does not answer: ${why}. Nothing was changed.`, {
      cause: error,
    });
  });
  const loaded = await withSnapshot(from, async (client, snapshot) => {
    await requireNobody(client);
    const moved = await loadInto({
      url: to,
      from: snapshot,
      open: (table) => copyOut(client, table),
      ...(onProgress && { onProgress }),
    });
    return { ...moved, not_ours: [...snapshot.not_ours, ...moved.not_ours] };
  });
  await migrate(to);
  await withClient(to, (client) => client.query('analyze'));
  return loaded;
}

async function requireServer(client: pg.Client): Promise<void> {
  const version = await tooOldVersion(client);
  if (version !== undefined)
    throw new BackupProblem(
      `The server to move to is PostgreSQL ${version}; Tickets needs ${POSTGRES_MIN} or newer. Nothing was changed.`,
    );
  const encoding = await otherEncoding(client);
  if (encoding)
    throw new BackupProblem(
      `The database to move to keeps texts as ${encoding}; make one with encoding UTF8. Nothing was changed.`,
    );
}

/** What is written after the snapshot would stay behind. */
async function requireNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'tickets' and pid <> pg_backend_pid()`,
  );
  if (rows[0]?.others)
    throw new BackupProblem(
      'The program runs on the database that is to be moved, and would go on writing there. Stop it everywhere first. Nothing was changed.',
    );
}

/** Whether two addresses lead to the same database. */
export const isSameDatabase = (a: string, b: string): boolean => {
  const [one, other] = [new pg.Client({ connectionString: a }), new pg.Client({ connectionString: b })];
  return one.host === other.host && one.port === other.port && one.database === other.database;
};
