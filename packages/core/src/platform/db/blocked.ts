import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withOwnConnection } from './own-connection.ts';

const LOOK_MS = 2_000;

/** Of a connection to PostgreSQL, as far as this user may know it. */
export interface Session {
  pid: number;
  program?: string | null;
  at: string | null;
  since: Date | null;
  /** When its transaction began. */
  began?: Date | null;
}

export function sessionInWords({ pid, program, at, since, began }: Session): string {
  if (!pid) return 'a prepared transaction, see pg_prepared_xacts';
  const from = at && since ? `, connected from ${at} since ${since.toISOString()}` : '';
  const inTransaction = began ? `, in a transaction since ${began.toISOString()}` : '';
  return `PostgreSQL process ${pid}${program ? ` (${program})` : ''}${from}${inTransaction}`;
}

/**
 * Runs `work`, whose statements on `client` may wait for locks, and looks from other connections for whom they wait. `onBlocked` is
 * called once. `work` gets a function that tells who was seen last.
 */
export async function whileWatched<T>(
  url: string,
  client: pg.Client,
  onBlocked: ((who: string) => void) | undefined,
  work: (seen: () => string | undefined) => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const ending = new AbortController();
  const { signal } = ending;
  let seen: string | undefined;
  let isTold = false;
  const watching = (async () => {
    for (;;)
      try {
        await sleep(LOOK_MS, undefined, { signal, ref: false });
        const who = await blockersOf(url, pid, signal);
        if (!who) continue;
        if (!isTold) onBlocked?.(who);
        isTold = true;
        seen = who;
      } catch (error) {
        if (signal.aborted) return;
        // Another look follows. Where none works, whoever is told of the wait is told why.
        seen ??= `they could not be looked up: ${error instanceof Error ? error.message : error}`;
      }
  })();
  try {
    return await work(() => seen);
  } finally {
    ending.abort();
    await watching;
  }
}

/** Undefined where it waits for nobody. */
async function blockersOf(url: string, pid: number, signal: AbortSignal): Promise<string | undefined> {
  const config = { connectionString: url, application_name: 'tickets migrate' };
  const look = (client: pg.Client) =>
    client.query<Session>(
      `select distinct b.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as program,
         coalesce(host(a.client_addr), 'this machine') as at, a.backend_start as since, a.xact_start as began
       from unnest(pg_blocking_pids($1)) b (pid) left join pg_stat_activity a on a.pid = b.pid order by began limit 3`,
      [pid],
    );
  const { rows } = await withOwnConnection(config, look, signal);
  return rows.map(sessionInWords).join('; ') || undefined;
}
