import type { PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { panelOfTicket } from './ticket-panel.ts';

/** Whose tickets a panel makes; null without a panel, also when it was removed since. */
export async function panelTeamsOf(
  ctx: Pick<Context, 'db' | 'facts'>,
  guild_id: string,
  panel_id: number | null,
): Promise<PanelTeams> {
  const panel = await panelOfTicket(ctx, { guild_id, panel_id });
  return panel ? { default_team: panel.default_team, team_ids: panel.team_ids } : null;
}
