import { PermissionLevel } from '@tickets/contract/levels';
import type { Access } from './access.ts';

/** Whose tickets a panel makes; null for a ticket without a panel, which belongs to the default team. */
export type PanelTeams = { default_team: boolean; team_ids: readonly number[] } | null;

export type TicketRule = 'opener' | 'admin' | 'default_team' | 'panel_team' | 'not_staff' | 'other_team';

/** Whether somebody may see, answer and close a ticket, with the rule that decided. */
export function mayViewTicket(
  access: Access,
  ticket: { opener_id: string },
  panel: PanelTeams,
): { allowed: boolean; rule: TicketRule } {
  if (ticket.opener_id === access.user_id) return { allowed: true, rule: 'opener' };
  return mayWorkPanel(access, panel);
}

/** Whether somebody is staff for the tickets of a panel. */
export function mayWorkPanel(access: Access, panel: PanelTeams): { allowed: boolean; rule: TicketRule } {
  if (access.level === PermissionLevel.admin) return { allowed: true, rule: 'admin' };
  if (access.level === PermissionLevel.none) return { allowed: false, rule: 'not_staff' };
  if (access.is_default_team && (panel?.default_team ?? true)) return { allowed: true, rule: 'default_team' };
  if (panel?.team_ids.some((id) => access.team_ids.includes(id)))
    return { allowed: true, rule: 'panel_team' };
  return { allowed: false, rule: 'other_team' };
}

/** Whose panels' tickets a list may show. */
export type ListRestriction = 'all' | { default_team: boolean; team_ids: readonly number[] };

/**
 * Which tickets a list may show: `all`, or only those of panels that one of these teams works; `default_team` stands
 * for the panels of the default team and for tickets without a panel. What is listed is what mayWorkPanel() allows.
 */
export function listRestriction(access: Access): ListRestriction {
  if (access.level === PermissionLevel.admin) return 'all';
  if (access.level === PermissionLevel.none) return { default_team: false, team_ids: [] };
  return { default_team: access.is_default_team, team_ids: access.team_ids };
}
