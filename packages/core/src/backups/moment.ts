import { createHash } from 'node:crypto';
import pg from 'pg';

/** A point in the history of one server: transactions from `xid` on are later. */
export interface Moment {
  server: string;
  xid: string;
}

/** What the backups of one database have in their names, so that those of another one may lie beside them. */
export async function databaseId(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select oid || ':' || datname as name from pg_database where datname = current_database()",
  );
  const moment = await momentOf(client);
  const whole = `${moment?.server ?? ''}:${rows[0]?.name ?? ''}`;
  return createHash('sha256').update(whole).digest('hex').slice(0, 8);
}

/** Undefined where the account may not know which server it is. */
export async function momentOf(client: pg.ClientBase): Promise<Moment | undefined> {
  const { rows } = await client.query<Moment & { may: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as may,
       pg_snapshot_xmin(pg_current_snapshot())::text as xid`,
  );
  const [found] = rows;
  if (!found?.may) return undefined;
  const { rows: servers } = await client.query<{ server: string }>(
    'select system_identifier::text as server from pg_control_system()',
  );
  return { server: servers[0]?.server ?? '', xid: found.xid };
}

/** What an upgrade itself writes: that a backup was made. */
const ours = 'backups';

/**
 * Whether any row was written since then that is still there, by whatever program. What was rolled back does not count. Each row is
 * looked at, which takes a part of what a backup takes.
 */
export async function wasWrittenSince(client: pg.ClientBase, moment: Moment): Promise<boolean> {
  const now = await momentOf(client);
  if (now?.server !== moment.server || BigInt(now.xid) < BigInt(moment.xid)) return true;
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'
       and not (n.nspname = 'public' and c.relname = $1) order by c.relpages`,
    [ours],
  );
  for (const { schema, name } of tables) {
    // Numbers of transactions begin again after four thousand million; an age does not.
    const { rows } = await client.query<{ later: boolean }>(
      `select exists (select from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}
         where age(xmin) <= age($1::text::xid8::xid)) as later`,
      [moment.xid],
    );
    if (rows[0]?.later) return true;
  }
  return false;
}
