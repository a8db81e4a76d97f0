import { sql } from 'kysely';
import type { PanelTeams } from '../../access/tickets.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Whose tickets a panel makes; null without a panel, also when it was removed since. */
export async function panelTeamsOf(
  db: Db | Tx,
  guild_id: string,
  panel_id: number | null,
): Promise<PanelTeams> {
  if (panel_id === null) return null;
  const { rows } = await sql<{ default_team: boolean; team_ids: number[] }>`
    select default_team, array(select team_id from panel_teams t where t.panel_id = p.panel_id) as team_ids
    from panels p where guild_id = ${guild_id} and panel_id = ${panel_id}`.execute(db);
  return rows[0] ?? null;
}
