import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an entry that names somebody was given to them in an earlier membership: they left, and came back since. Nobody
 * whose joining is unknown loses their place.
 *
 * Entries are given by the clock of the database, memberships by Discord's. No entry is given as older than a joining that is
 * known (`givenNow` in `staff/left.ts`). For one that we hear of only later, the clocks may differ by five minutes; so whoever is
 * named, leaves and comes back within them, unheard, stays what they were named.
 */
export const isOfEarlierMembership = (
  added_at: RawBuilder<unknown>,
  joined_at: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${joined_at} > ${added_at} + interval '5 minutes', false)`;

/** Everything by which a server names people as its staff, as guild_id, user_id, added_at. */
const named = sql`(
  select guild_id, user_id, added_at from permissions
  union all
  select guild_id, user_id, u.added_at from support_team_users u join support_teams using (team_id))`;

/** As part of a statement: has those of `members` (user_id, joined_at) taken off the staff who are named there for an earlier membership. */
export const wantFormerStaffOff = (
  guild_id: string,
  members: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select want_effect(${guild_id}, 'staff.former', m.user_id::text, clock_timestamp()) from ${members} m
  where exists (select from ${named} n where n.guild_id = ${guild_id} and n.user_id = m.user_id
    and ${isOfEarlierMembership(sql`n.added_at`, sql`m.joined_at`)})`;

/**
 * Whether a person was added to a ticket (`row` of ticket_members) in an earlier membership: they left, and came back since. Both times
 * are of Discord's clock.
 */
export const isGuestOfEarlierMembership = (row: 'm' | 'ticket_members'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql<boolean>`(${of('kind')} = 'user' and coalesce(${of('added_at')} < (
    select g.joined_at from guild_members g where g.guild_id = ${of('guild_id')} and g.user_id = ${of('member_id')}), false))`;
};

/** Whether a person was taken out of a ticket (row `r` of ticket_removals) in an earlier membership, as with guests. */
export const isRemovalOfEarlierMembership = sql<boolean>`coalesce(r.removed_at < (
  select g.joined_at from guild_members g where g.guild_id = r.guild_id and g.user_id = r.user_id), false)`;

/**
 * As part of a statement: ends for those of `members` (user_id, joined_at) that they were added to tickets, or taken out of them, in an
 * earlier membership.
 */
export const wantFormerGuestsOut = (
  guild_id: string,
  members: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select want_effect(${guild_id}, 'guest.former', n.user_id::text, clock_timestamp()) from ${members} n
  where exists (select from ticket_members t where t.guild_id = ${guild_id} and t.member_id = n.user_id
    and t.kind = 'user' and t.added_at < n.joined_at)
    or exists (select from ticket_removals r where r.guild_id = ${guild_id} and r.user_id = n.user_id and r.removed_at < n.joined_at)`;
