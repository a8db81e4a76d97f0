/** What an installation keeps: rows of every table by their keys, and stored files by their contents. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../packages/core/src/platform/db/embedded/connection.ts';

export interface Kept {
  schema: number;
  /** Keys of rows by table; of a table without a key, its rows. */
  rows: Map<string, string[]>;
  /** Hashes by path. */
  files: Map<string, string>;
}

export async function keptIn(url: string, data_dir: string): Promise<Kept> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; key: string[] | null }>(`
      select format('%I.%I', n.nspname, c.relname) as name, (
        select array_agg(quote_ident(a.attname) order by a.attnum) from pg_index i
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`);
    const rows = new Map<string, string[]>();
    for (const { name, key } of tables) {
      const { rows: found } = await client.query<{ key: string }>(
        `select row(${key?.map((column) => `t.${column}`).join(', ') ?? 't.*'})::text as key from ${name} t order by 1`,
      );
      rows.set(
        name,
        found.map((row) => row.key),
      );
    }
    const { rows: at } = await client.query<{ at: number }>(
      'select max(version) as at from schema_migrations',
    );
    return { schema: at[0]?.at ?? 0, rows, files: filesIn(join(data_dir, 'files')) };
  });
}

function filesIn(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

export const countOf = ({ rows }: Kept) => [...rows.values()].reduce((sum, keys) => sum + keys.length, 0);

/** Rows that are work, the present moment, or what Discord says again, which a program that runs takes away or writes again. */
const passing = [
  'public.guild_members',
  'public.effects',
  'public.events',
  'public.gateway_holders',
  'public.gateway_identifies',
  'public.gateway_leases',
  'public.gateway_sessions',
  'public.processes',
  'graphile_worker._private_jobs',
];

/** What was there and is not; `running`: programs have run meanwhile. */
export function lostBetween(before: Kept, after: Kept, { running }: { running: boolean }): string[] {
  const lost: string[] = [];
  for (const [name, keys] of before.rows) {
    if (running && passing.includes(name)) continue;
    const there = new Set(after.rows.get(name));
    const gone = keys.filter((key) => !there.has(key));
    if (gone.length)
      lost.push(`${gone.length} of ${keys.length} rows of ${name}: ${gone.slice(0, 3).join(' ')}`);
  }
  for (const [path, hash] of before.files) if (after.files.get(path) !== hash) lost.push(`the file ${path}`);
  return lost;
}
