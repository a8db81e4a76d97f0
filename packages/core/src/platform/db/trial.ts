import type pg from 'pg';
import { isLockTimeout, lockKey, runAll, whatIsPending } from './migrate.ts';

/** How long a trial may take. */
const TRIAL_MS = 10_000;

/** `blocked`: a program or somebody else uses the database, or changes its schema. `long`: the tables are so large that it was not ended. */
export type Trial = 'works' | 'blocked' | 'long';

/**
 * Runs what is pending and takes all of it back. Throws `MigrationFailed` where an upgrade would fail. Tables are locked until
 * then, so it is done only while no program uses the database; one that starts meanwhile waits for its end.
 */
export async function tryMigrations(client: pg.Client): Promise<Trial> {
  const { from, newest, pending } = await whatIsPending(client);
  if (await isUsed(client)) return 'blocked';
  await client.query('begin');
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
      lockKey,
    ]);
    if (!rows[0]?.got) return 'blocked';
    await client.query(`set local lock_timeout = '1s'`);
    const until = performance.now() + TRIAL_MS;
    await runAll(client, pending, { from, to: newest }, async () => {
      const left_ms = Math.round(until - performance.now());
      if (left_ms <= 0) throw new TookTooLong();
      await client.query(`set local statement_timeout = ${left_ms}`);
    });
    return 'works';
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (isLockTimeout(cause)) return 'blocked';
    const { code } = (cause ?? {}) as { code?: string };
    // query_canceled by the limit above.
    if (error instanceof TookTooLong || code === '57014') return 'long';
    throw error;
  } finally {
    await client.query('rollback');
  }
}

class TookTooLong extends Error {}

/** Whether a program has connections to this database; all of ours say who they are. */
async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and application_name in ('tickets', 'tickets events', 'tickets migrate')) as used`,
  );
  return rows[0]?.used ?? true;
}
