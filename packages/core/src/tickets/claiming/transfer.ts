import type { User } from '@tickets/contract/servers/guild';
import { sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import type { UserCall } from '../../access/caller.ts';
import { accessLoader } from '../../access/load.ts';
import type { PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { searchMembers } from '../../servers/members.ts';
import { resolveUsers } from '../../servers/users.ts';
import type { TicketKey } from '../model/find.ts';
import { mayTakeTicket, requireMayTransfer } from './claim.ts';

const offeredMax = 100;
/** Whoever claimed one of these is offered even after a restart, when nobody's roles are known yet. */
const latestTickets = 200;

/**
 * The people to whom a ticket may be transferred and whose name begins with the words: first the caller, then by name.
 * Discord tells the roles only of the members that it is asked about, so without words some of them may be missing.
 */
export async function transferTargets(call: UserCall, key: TicketKey, words: string): Promise<User[]> {
  const { access } = call.caller;
  const { guild_id } = key;
  const panel = await requireMayTransfer(call, key);
  const found = await searchMembers(call, guild_id, words);
  const known = await knownStaff(call, access, panel, words);
  const load = accessLoader(call);
  const candidates = await Promise.all(
    [...new Set([...known, ...found.map(({ user }) => user.id)])].map((user_id) =>
      load({ guild_id, user_id }),
    ),
  );
  const able = candidates.filter((candidate) => mayTakeTicket(candidate, panel));
  const users = await resolveUsers(
    call,
    able.map(({ user_id }) => user_id),
  );
  return [...users.values()]
    .filter(({ bot }) => !bot)
    .sort((a, b) => rank(a, access) - rank(b, access) || nameOf(a).localeCompare(nameOf(b)))
    .slice(0, offeredMax);
}

const rank = ({ id }: User, { user_id }: Access) => (id === user_id ? 0 : 1);
const nameOf = ({ username, global_name }: User) => global_name || username;

/** Those of whom we know that they may be staff for a panel. */
async function knownStaff(
  ctx: Context,
  { guild_id, user_id }: Access,
  panel: PanelTeams,
  words: string,
): Promise<string[]> {
  const default_team = panel?.default_team ?? true;
  const team_ids = panel?.team_ids ?? [];
  const begin = words.replaceAll('\0', '').trim().replace(/^@/, '').toLowerCase(); // PostgreSQL keeps no NUL
  const { rows } = await sql<{ user_id: string }>`
    select s.user_id from (
      select owner_id as user_id from guilds where guild_id = ${guild_id}
      union
      select user_id from permissions where guild_id = ${guild_id} and (admin or support and ${default_team})
      union
      select user_id from support_team_users where team_id = any(${team_ids}::int[])
      union
      select claimed_by from (
        select claimed_by from tickets where guild_id = ${guild_id} order by ticket_id desc limit ${latestTickets}) latest
        where claimed_by is not null
      union
      select user_id from guild_members where guild_id = ${guild_id} and role_ids && array(
        select role_id from guild_roles where guild_id = ${guild_id} and permissions & 8 <> 0
        union
        select role_id from role_permissions where guild_id = ${guild_id} and (admin or support and ${default_team})
        union
        select role_id from support_team_roles where team_id = any(${team_ids}::int[]))
    ) s
    left join lateral (
      select username, global_name, bot from users where user_id = s.user_id
      union all
      select username, global_name, bot from imported_people where guild_id = ${guild_id} and user_id = s.user_id
      limit 1) u on true
    left join guild_members m on m.guild_id = ${guild_id} and m.user_id = s.user_id
    where m.present is distinct from false and u.bot is distinct from true
      and (${begin} = '' or starts_with(lower(u.username), ${begin}) or starts_with(lower(u.global_name), ${begin})
        or starts_with(lower(m.nick), ${begin}))
    order by s.user_id = ${user_id} desc, lower(coalesce(nullif(u.global_name, ''), u.username)), s.user_id
    limit ${offeredMax}`.execute(ctx.db);
  return rows.map(({ user_id }) => user_id);
}
