import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { fact } from '../../platform/facts.ts';
import type { Ticket } from './find.ts';

/** What a panel says of its tickets: how they look, and whose they are. */
export type TicketPanel = NonNullable<Awaited<ReturnType<typeof panelLooks>>>;

const columns = [
  'title',
  'mentions',
  'delete_mentions',
  'naming_scheme',
  'welcome_message',
  'default_team',
] as const;

/** As panelOfTicket(), read now: for transactions, and under locks. */
export async function panelLooks(db: Db | Tx, { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>) {
  if (panel_id === null) return undefined;
  const panel = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .select(columns)
    .select(teamsOfPanel)
    .executeTakeFirst();
  // The column holds what the contract's schema let through.
  return panel && { ...panel, welcome_message: panel.welcome_message as CustomEmbed | null };
}

/** The named teams of a panel, for a statement that reads panels. */
export const teamsOfPanel = sql<
  number[]
>`array(select team_id from panel_teams where panel_teams.panel_id = panels.panel_id)`.as('team_ids');

/** What a panel says of its tickets, read once in a call. No call that changes a panel goes on to one of its tickets. */
export const panelFor = fact((ctx: Pick<Context, 'db' | 'facts'>, guild_id: string, panel_id: number) =>
  panelLooks(ctx.db, { guild_id, panel_id }),
);

/** The panel of a ticket; undefined without one, also when it was removed since. */
export async function panelOfTicket(
  ctx: Pick<Context, 'db' | 'facts'>,
  { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>,
): Promise<TicketPanel | undefined> {
  return panel_id === null ? undefined : panelFor(ctx, guild_id, panel_id);
}
