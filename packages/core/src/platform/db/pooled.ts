import type pg from 'pg';
import { withOwnConnection } from './own-connection.ts';

/** What is wrong with a pooler in transaction mode, and what to do. */
export const pooledByTransaction =
  'DATABASE_URL leads to a pooler in transaction mode, which gives each transaction another connection. Tickets holds locks and ' +
  'listens on one for longer, so tickets would not open or close. Name PostgreSQL itself there, or a pooler in session mode.';

/**
 * Whether an address leads to a pooler that gives each transaction another connection to PostgreSQL: of two clients, one is on the
 * connection of the other, or on another one than before.
 */
export function isPooledByTransaction(url: string): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: 5_000 };
  return withOwnConnection(config, (one) =>
    withOwnConnection(config, async (other) => {
      const first = await backendOf(one);
      await other.query('begin');
      try {
        return (await backendOf(other)) === first || (await backendOf(one)) !== first;
      } finally {
        await other.query('rollback');
      }
    }),
  );
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
