import type { Json } from '@tickets/contract/audit/changes';
import { sameJson } from '@tickets/contract/audit/changes';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Fields, LeftOut, Living } from './kind.ts';

/** What a field may name, by the table that has it. */
const tables = {
  form: { table: 'forms', id: 'form_id' },
  team: { table: 'support_teams', id: 'team_id' },
  panel: { table: 'panels', id: 'panel_id' },
  role: { table: 'guild_roles', id: 'role_id' },
  channel: { table: 'guild_channels', id: 'channel_id' },
  emoji: { table: 'guild_emojis', id: 'emoji_id' },
} as const;
type Named = keyof typeof tables;

/** How a field names things. Lists lose those that are gone; anything else stays as it is now. */
export interface Naming {
  of: Named;
  /** The id in a value, or in one item of a list; undefined where it names none. */
  idOf?: (value: Json) => Json | undefined;
}

const same = (value: Json): Json | undefined => value;

interface Wanted {
  wanted: Fields;
  /** Undefined where it is made again: nothing stands in the place of what is gone then. */
  now: Fields | undefined;
  namings: Readonly<Record<string, Naming>>;
}

/** What a thing would be without what names things of its server that are gone. */
export async function livingOf(db: Db, guild_id: string, { wanted, now, namings }: Wanted): Promise<Living> {
  const fields: Fields = { ...wanted };
  const left_out: LeftOut[] = [];
  for (const [path, { of, idOf = same }] of Object.entries(namings)) {
    const value = wanted[path];
    if (value === undefined || value === null || (now && sameJson(value, now[path]))) continue;
    const items = Array.isArray(value) ? value : [value];
    const ids = items.map(idOf).filter((id) => id !== undefined && id !== null);
    const there = await those(db, guild_id, of, ids.map(String));
    const isThere = (item: Json) => {
      const id = idOf(item);
      return id === undefined || id === null || there.has(String(id));
    };
    if (items.every(isThere)) continue;
    const gone = items.filter((item) => !isThere(item));
    fields[path] = Array.isArray(value) ? value.filter(isThere) : (now?.[path] ?? null);
    left_out.push({ path, value: Array.isArray(value) ? gone : value });
  }
  return { fields, left_out };
}

async function those(db: Db, guild_id: string, of: Named, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const { table, id } = tables[of];
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(id)}::text as id from ${sql.table(table)}
    where guild_id = ${guild_id} and ${sql.ref(id)}::text = any(${ids}::text[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
