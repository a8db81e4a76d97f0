import { sql } from 'kysely';
import { isGuestOfEarlierMembership } from '../servers/membership.ts';
import type { PanelTeams, TicketClaim } from './tickets.ts';

/** What a statement reads of a ticket `t` to know its parties. */
export interface PartiesRow {
  status: string;
  opener_id: string;
  claimed_by: string | null;
  default_team: boolean | null;
  team_ids: number[];
  support_can_view: boolean;
  support_can_type: boolean;
  added_ids: string[];
}

/** Who is concerned with a ticket. */
export interface Parties {
  opener_id: string;
  panel: PanelTeams;
  claim: TicketClaim | null;
}

export type PanelRow = Pick<PartiesRow, 'default_team' | 'team_ids'>;

/** Whose panel `p` is, and null for none. */
export const panelColumns = sql`p.default_team,
  array(select pt.team_id from panel_teams pt where pt.panel_id = p.panel_id) as team_ids`;

export const panelTable = sql`left join panels p on p.panel_id = t.panel_id and p.guild_id = t.guild_id`;

export const panelOf = ({ default_team, team_ids }: PanelRow): PanelTeams =>
  default_team === null ? null : { default_team, team_ids };

export const partiesColumns = sql`t.status, t.opener_id, t.claimed_by, ${panelColumns},
  coalesce(s.support_can_view, true) as support_can_view, coalesce(s.support_can_type, false) as support_can_type,
  array(select m.member_id from ticket_members m
    where t.claimed_by is not null and m.guild_id = t.guild_id and m.ticket_id = t.ticket_id
      and not ${isGuestOfEarlierMembership('m')}) as added_ids`;

export const partiesTables = sql`${panelTable}
  left join guild_settings s on s.guild_id = t.guild_id`;

/** A closed ticket is read by anyone who works its panel: whose it was then hides nothing any more. */
export function partiesOf(row: PartiesRow): Parties {
  const { status, opener_id, claimed_by } = row;
  const { support_can_view, support_can_type, added_ids } = row;
  return {
    opener_id,
    panel: panelOf(row),
    claim:
      claimed_by === null || status === 'closed'
        ? null
        : { claimed_by, support_can_view, support_can_type, added_ids },
  };
}
