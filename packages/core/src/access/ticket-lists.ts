import { PermissionLevel } from '@tickets/contract/access/levels';
import { type SqlBool, sql } from 'kysely';
import { isGuestOfEarlierMembership } from '../servers/membership.ts';
import type { Access } from './access.ts';

/**
 * What can() says of 'ticket.work', as conditions on rows of `tickets`: the same rule, for lists, where it cannot be asked
 * row by row. A test compares the two on servers made at random.
 */

/**
 * The condition on tickets that a list for this person has. The panels are few and read once; the tickets are many,
 * and each is only compared with them.
 */
export function visibleTo(access: Access) {
  const restriction = listRestriction(access);
  if (restriction === 'all') return sql<SqlBool>`true`;
  const worked = sql`select t.panel_id from panel_teams t where t.team_id = any(${restriction.team_ids}::int[])`;
  if (!restriction.default_team) return sql<SqlBool>`tickets.panel_id = any(array(${worked}))`;
  // A ticket whose panel was removed belongs to the default team, as one without a panel does.
  return sql<SqlBool>`(tickets.panel_id is null or tickets.panel_id <> all(array(
    select p.panel_id from panels p
    where p.guild_id = ${access.guild_id} and not p.default_team and p.panel_id not in (${worked}))))`;
}

/**
 * The number of the newest closed ticket that visibleTo() lets through, where few panels decide it: a list that begins there
 * passes over nothing, also when those panels were given up long ago. Undefined where nearly every ticket may be listed.
 */
export function newestClosedFor(access: Access) {
  const restriction = listRestriction(access);
  if (restriction === 'all' || restriction.default_team) return undefined;
  return sql<number>`(select max((select n.ticket_id from tickets n
    where n.guild_id = ${access.guild_id} and n.panel_id = p.panel_id and n.status = 'closed'
      and n.close_source is distinct from 'undone'
    order by n.ticket_id desc limit 1))
    from panel_teams p where p.team_id = any(${restriction.team_ids}::int[]))`;
}

/** The condition that no claim hides an open ticket from this person as staff; its opener has it under their own tickets. */
export function notHiddenFrom(access: Access) {
  const { guild_id, user_id, role_ids } = access;
  if (listRestriction(access) === 'all') return sql<SqlBool>`true`;
  const mine = [user_id, ...role_ids];
  return sql<SqlBool>`(tickets.claimed_by is null or tickets.claimed_by = ${user_id}::bigint
    or coalesce((select support_can_view from guild_settings where guild_id = ${guild_id}), true)
    or exists (select from ticket_members m where m.guild_id = ${guild_id} and m.ticket_id = tickets.ticket_id
      and m.member_id = any(${mine}::bigint[]) and not ${isGuestOfEarlierMembership('m')}))`;
}

/** Whose panels' tickets a list may show. */
type ListRestriction = 'all' | { default_team: boolean; team_ids: readonly number[] };

/**
 * Which tickets a list may show: `all`, or only those of panels that one of these teams works; `default_team` stands
 * for the panels of the default team and for tickets without a panel. Of
 * open tickets those that a claim hides go as well.
 */
function listRestriction(access: Access): ListRestriction {
  if (access.level === PermissionLevel.admin) return 'all';
  if (access.level === PermissionLevel.none) return { default_team: false, team_ids: [] };
  return { default_team: access.is_default_team, team_ids: access.team_ids };
}
