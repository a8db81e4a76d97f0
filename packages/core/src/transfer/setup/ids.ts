import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Kinds of things whose ids are other ones here. Channels and roles: what was chosen in their place. */
export type Area = 'ticket' | 'form' | 'form_input' | 'panel' | 'multi_panel' | 'team' | 'channel' | 'role';

/** Of which archives the ids are remembered together: of one server of one product. */
export interface IdSpace {
  /** Into which they are imported. */
  guild_id: string;
  /** From where they come. */
  source: string;
}

export const sourceOf = (product: 'tickets' | 'signed_zip', guild_id: string) => `${product}:${guild_id}`;

/** What these things became here, as far as they did. */
export async function idsOf(
  db: Db | Tx,
  { guild_id, source }: IdSpace,
  area: Area,
  ids?: readonly (string | number)[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('import_ids')
    .where('guild_id', '=', guild_id)
    .where('source', '=', source)
    .where('area', '=', area)
    .$if(ids !== undefined, (query) =>
      query.where('source_id', '=', sql<string>`any(${(ids ?? []).map(String)}::text[])`),
    )
    .select(['source_id', 'target_id'])
    .execute();
  return new Map(rows.map(({ source_id, target_id }) => [source_id, target_id]));
}

/** Remembers what a thing is here from now on. */
export async function rememberId(
  db: Db | Tx,
  { guild_id, source }: IdSpace,
  { area, from, to }: { area: Area; from: string | number; to: string | number },
): Promise<void> {
  await db
    .insertInto('import_ids')
    .values({ guild_id, source, area, source_id: String(from), target_id: String(to) })
    .onConflict((oc) =>
      oc
        .columns(['guild_id', 'source', 'area', 'source_id'])
        .doUpdateSet((eb) => ({ target_id: eb.ref('excluded.target_id') })),
    )
    .execute();
}
