import { PermissionLevel } from '@tickets/contract/access/levels';
import type { Access } from './access.ts';

/** Whose tickets a panel makes; null for a ticket without a panel, which belongs to the default team. */
export type PanelTeams = { default_team: boolean; team_ids: readonly number[] } | null;

/** A claim of a ticket that is not closed, with what the server's settings leave to the rest of its staff. */
export interface TicketClaim {
  claimed_by: string;
  support_can_view: boolean;
  support_can_type: boolean;
  /** People and roles that were added to the ticket by hand; a claim takes nothing from them. */
  added_ids: readonly string[];
}

/** What decides, with the teams of its panel, who may see a ticket. A closed one has no claim any more. */
export interface TicketParties {
  opener_id: string;
  claim?: TicketClaim | null;
}

export type TicketRule =
  | 'opener'
  | 'admin'
  | 'default_team'
  | 'panel_team'
  | 'not_staff'
  | 'other_team'
  | 'claimed';

interface Verdict {
  allowed: boolean;
  rule: TicketRule;
}

/** Whether someone may see and close a ticket, with the rule that decided. */
export function mayViewTicket(access: Access, ticket: TicketParties, panel: PanelTeams): Verdict {
  return decideTicket(access, ticket, panel, ({ support_can_view }) => support_can_view);
}

/** Whether someone sees a ticket as its staff do, of their own too: what a claim hides from the team, its opener alone sees. */
export const seesAsStaff = (access: Access, { claim }: TicketParties, panel: PanelTeams): Verdict =>
  decideAsStaff(access, claim, panel, ({ support_can_view }) => support_can_view);

/** Whether someone writes into a ticket as its staff do, of their own too. */
export const writesAsStaff = (access: Access, { claim }: TicketParties, panel: PanelTeams): Verdict =>
  decideAsStaff(access, claim, panel, ({ support_can_type }) => support_can_type);

/** Whether someone who may see a ticket may also write into it. */
export function mayWriteInTicket(access: Access, ticket: TicketParties, panel: PanelTeams): Verdict {
  return decideTicket(access, ticket, panel, ({ support_can_type }) => support_can_type);
}

function decideTicket(
  access: Access,
  { opener_id, claim }: TicketParties,
  panel: PanelTeams,
  leavesToStaff: (claim: TicketClaim) => boolean,
): Verdict {
  if (opener_id === access.user_id) return { allowed: true, rule: 'opener' };
  return decideAsStaff(access, claim, panel, leavesToStaff);
}

function decideAsStaff(
  access: Access,
  claim: TicketParties['claim'],
  panel: PanelTeams,
  leavesToStaff: (claim: TicketClaim) => boolean,
): Verdict {
  const works = mayWorkPanel(access, panel);
  if (!works.allowed || works.rule === 'admin' || !claim || leavesToStaff(claim)) return works;
  const mine = [access.user_id, ...access.role_ids];
  if (claim.claimed_by === access.user_id || claim.added_ids.some((id) => mine.includes(id))) return works;
  return { allowed: false, rule: 'claimed' };
}

/** Whether someone is staff of a ticket: nobody is of one that they opened themselves. */
export const isStaffOf = (access: Access, { opener_id }: TicketParties, panel: PanelTeams): boolean =>
  opener_id !== access.user_id && mayWorkPanel(access, panel).allowed;

/** Whether someone is staff for the tickets of a panel. */
export function mayWorkPanel(access: Access, panel: PanelTeams): Verdict {
  if (access.level === PermissionLevel.admin) return { allowed: true, rule: 'admin' };
  if (access.level === PermissionLevel.none) return { allowed: false, rule: 'not_staff' };
  if (access.is_default_team && (panel?.default_team ?? true)) return { allowed: true, rule: 'default_team' };
  if (panel?.team_ids.some((id) => access.team_ids.includes(id)))
    return { allowed: true, rule: 'panel_team' };
  return { allowed: false, rule: 'other_team' };
}
