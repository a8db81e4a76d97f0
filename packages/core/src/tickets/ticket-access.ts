import { AppError } from '@tickets/contract/errors';
import type { Db, Tx } from '../db/db.ts';
import type { Access } from '../permissions/access.ts';
import { mayViewTicket, type PanelTeams } from '../permissions/tickets.ts';
import type { Ticket } from './find.ts';

/** Who works the tickets of a panel. A panel that is gone leaves its tickets to the default team. */
export async function panelTeamsOf(
  db: Db | Tx,
  guild_id: string,
  panel_id: number | null,
): Promise<PanelTeams> {
  if (panel_id === null) return null;
  const rows = await db
    .selectFrom('panels')
    .leftJoin('panel_teams', 'panel_teams.panel_id', 'panels.panel_id')
    .where('panels.guild_id', '=', guild_id)
    .where('panels.panel_id', '=', panel_id)
    .select(['panels.default_team', 'panel_teams.team_id'])
    .execute();
  const panel = rows[0];
  if (!panel) return null;
  return {
    default_team: panel.default_team,
    team_ids: rows.flatMap(({ team_id }) => (team_id === null ? [] : [team_id])),
  };
}

/** Refuses whoever is neither the opener of a ticket nor its staff nor an administrator. */
export async function requireTicketAccess(
  db: Db | Tx,
  access: Access,
  ticket: Pick<Ticket, 'guild_id' | 'opener_id' | 'panel_id'>,
): Promise<void> {
  const teams = await panelTeamsOf(db, ticket.guild_id, ticket.panel_id);
  if (!mayViewTicket(access, ticket, teams).allowed) throw new AppError('permission.denied');
}
