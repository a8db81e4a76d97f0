import type { TicketList } from '@tickets/contract/tickets';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Access } from '../permissions/access.ts';
import { listRestriction } from '../permissions/tickets.ts';
import { usersSoon } from '../users/users.ts';

/** More open tickets than people work through; a list has an end all the same. */
const listMax = 5_000;

/** The open tickets that somebody may see, newest first. */
export async function listOpenTickets(
  ctx: Context,
  access: Access,
  guild_id: string,
): Promise<Omit<TicketList, 'success'>> {
  const rows = await ctx.db
    .selectFrom('tickets')
    .leftJoin('panels', (join) =>
      join
        .onRef('panels.panel_id', '=', 'tickets.panel_id')
        .onRef('panels.guild_id', '=', 'tickets.guild_id'),
    )
    .where('tickets.guild_id', '=', guild_id)
    .where('tickets.status', '=', 'open')
    .where(visibleTo(access))
    .select([
      'tickets.ticket_id',
      'tickets.panel_id',
      'tickets.opener_id',
      'tickets.claimed_by',
      'tickets.opened_at',
      'tickets.last_message_at',
      'tickets.last_message_is_staff',
      'panels.title',
    ])
    .orderBy('tickets.ticket_id', 'desc')
    .limit(listMax)
    .execute();
  const users = await usersSoon(
    ctx,
    guild_id,
    rows.flatMap(({ opener_id, claimed_by }) => (claimed_by ? [opener_id, claimed_by] : [opener_id])),
  );
  return {
    tickets: rows.map((row) => ({
      id: row.ticket_id,
      panel_id: row.panel_id,
      user_id: row.opener_id,
      claimed_by: row.claimed_by,
      opened_at: row.opened_at.toISOString(),
      last_response_time: row.last_message_at?.toISOString() ?? null,
      last_response_is_staff: row.last_message_is_staff,
    })),
    panel_titles: Object.fromEntries(
      rows.flatMap(({ panel_id, title }) => (panel_id !== null && title !== null ? [[panel_id, title]] : [])),
    ),
    resolved_users: Object.fromEntries(users),
    self_id: access.user_id,
  };
}

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
