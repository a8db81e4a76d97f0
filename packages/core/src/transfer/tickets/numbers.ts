import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { holdGuild } from '../../servers/hold-guild.ts';
import type { TicketRow } from '../registry/registry.ts';
import { type IdSpace, idsOf } from '../setup/ids.ts';

/** How far ahead of the last number of a server an imported ticket may keep its own. */
const gapMax = 1_000_000;

/** Whether a ticket was imported, and not with a panel. */
export const lacksPanel = sql<boolean>`(panel_id is null and interaction_id = -ticket_id)`;

type Wanted = Pick<TicketRow<'tickets'>, 'ticket_id' | 'opener_id' | 'opened_at'>;

/**
 * Gives tickets their numbers here, for good, and says which of them are there already. One keeps its number where the server
 * has not come to it yet; else it gets the next free one. So their order stays what it was.
 */
export async function numbersFor(
  db: Db,
  space: IdSpace,
  tickets: readonly Wanted[],
  { source_guild_id, makes }: { source_guild_id: string | null; makes: boolean },
): Promise<{ numbers: Map<number, number>; present: Set<number>; known: Set<number> }> {
  const { guild_id } = space;
  const wanted = tickets.map(({ ticket_id }) => ticket_id);
  const before = new Set<number>();
  const numbers = await db.transaction().execute(async (tx) => {
    const { last_ticket_id } = await holdGuild(tx, guild_id);
    const known = await idsOf(tx, space, 'ticket', wanted);
    const found = new Map([...known].map(([from, to]) => [Number(from), Number(to)]));
    for (const from of found.keys()) before.add(from);
    if (!makes) return found;
    if (source_guild_id === guild_id) await findOwn(tx, space, { tickets, found });
    let last = last_ticket_id;
    const added: [number, number][] = [];
    for (const id of wanted.filter((one) => !found.has(one)).sort((a, b) => a - b)) {
      last = id > last && id - last <= gapMax ? id : last + 1;
      found.set(id, last);
      added.push([id, last]);
    }
    if (added.length) {
      await sql`
        insert into import_ids (guild_id, source, area, source_id, target_id)
        select ${guild_id}::bigint, ${space.source}::text, 'ticket', f.from_id::text, f.to_id::text
        from unnest(${added.map(([from]) => from)}::integer[], ${added.map(([, to]) => to)}::integer[]) as f (from_id, to_id)
        on conflict do nothing`.execute(tx);
      await tx.updateTable('guilds').set({ last_ticket_id: last }).where('guild_id', '=', guild_id).execute();
    }
    return found;
  });
  const there = await db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', sql<number>`any(${[...numbers.values()]}::integer[])`)
    .select('ticket_id')
    .execute();
  return { numbers, present: new Set(there.map(({ ticket_id }) => ticket_id)), known: before };
}

/** Tickets of this very server that never went away. */
async function findOwn(
  tx: Parameters<typeof idsOf>[0],
  { guild_id }: IdSpace,
  { tickets, found }: { tickets: readonly Wanted[]; found: Map<number, number> },
): Promise<void> {
  const rows = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', sql<number>`any(${tickets.map(({ ticket_id }) => ticket_id)}::integer[])`)
    .select(['ticket_id', 'opener_id', 'opened_at'])
    .execute();
  const here = new Map(rows.map((row) => [row.ticket_id, row]));
  for (const { ticket_id, opened_at } of tickets) {
    const own = here.get(ticket_id);
    // Whoever opened it may have been erased since.
    if (own && !found.has(ticket_id) && own.opened_at.getTime() === Date.parse(opened_at))
      found.set(ticket_id, ticket_id);
  }
}

/** Which of some tickets of an archive, by their numbers there, are here already, and whether they have no panel. Nothing is written. */
export async function presentAmong(
  db: Db,
  space: IdSpace,
  tickets: readonly Wanted[],
  source_guild_id: string | null,
): Promise<Map<number, { lacks_panel: boolean }>> {
  const known = await idsOf(
    db,
    space,
    'ticket',
    tickets.map(({ ticket_id }) => ticket_id),
  );
  const found = new Map([...known].map(([from, to]) => [Number(from), Number(to)]));
  if (source_guild_id === space.guild_id) await findOwn(db, space, { tickets, found });
  const there = await db
    .selectFrom('tickets')
    .where('guild_id', '=', space.guild_id)
    .where('ticket_id', '=', sql<number>`any(${[...found.values()]}::integer[])`)
    .select(['ticket_id', lacksPanel.as('lacks_panel')])
    .execute();
  const by_number = new Map(there.map(({ ticket_id, lacks_panel }) => [ticket_id, { lacks_panel }]));
  return new Map(
    [...found].flatMap(([from, to]) => {
      const here = by_number.get(to);
      return here ? [[from, here] as const] : [];
    }),
  );
}
