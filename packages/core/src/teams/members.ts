import { AppError } from '@tickets/contract/platform/errors';
import type { TeamId, TeamMember } from '@tickets/contract/teams/teams';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { InBackground } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { followStaffLater } from '../staff/follow-staff.ts';
import { givenNow, takeOffFormerStaff } from '../staff/left.ts';
import { type Entry, namedEntries } from '../staff/named-entries.ts';
import { recordMember } from '../staff/record-member.ts';
import { addStaff, removeFromDefaultTeam, requireInServer } from '../staff/staff.ts';
import { accessChanged, type StaffTarget } from '../staff/target.ts';

/** Who is in a team: roles, then people, by id. In the default team are the administrators, too. */
export async function listTeamMembers(call: Call, guild_id: string, team: TeamId): Promise<TeamMember[]> {
  authorise(call, 'team.list', guild_id);
  if (team !== 'default') await requireTeam(call.db, guild_id, team);
  const { rows } =
    team === 'default'
      ? await sql<Entry>`
          select 'role' as kind, role_id as id from role_permissions
            where guild_id = ${guild_id} and (admin or support)
          union all
          select 'user', user_id from permissions where guild_id = ${guild_id} and (admin or support)
          order by kind, id`.execute(call.db)
      : await sql<Entry>`
          select 'role' as kind, role_id as id from support_team_roles where team_id = ${team}
          union all
          select 'user', user_id from support_team_users where team_id = ${team}
          order by kind, id`.execute(call.db);
  return namedEntries(call, guild_id, rows);
}

/**
 * Puts a role into a team, or a person into a named one, which counts from their next step on. Who is in it stays.
 * `followStaffNow` lets them into open tickets.
 */
export async function addToTeam(
  call: Call,
  team: TeamId,
  target: StaffTarget,
  who?: InBackground,
): Promise<void> {
  authorise(call, 'team.add_member', target.guild_id);
  if (team === 'default') return addStaff(call, target, 'support', who);
  await requireTeam(call.db, target.guild_id, team);
  await requireInServer(call, target);
  await transact(call, async (tx, emit) => {
    const { name } = await requireTeam(tx, target.guild_id, team);
    await takeOffFormerStaff(tx, emit, target);
    const { table, column } = placeOf(target);
    const given = givenNow(target);
    const { rows } = await sql`
      insert into ${table} (team_id, ${column}${given.column}) values (${team}, ${target.id}${given.value})
      on conflict do nothing returning 1`.execute(tx);
    if (!rows.length) return;
    await recordMember(tx, call, target, { now: name });
    await followStaffLater(tx, target, who);
    emit(accessChanged(target));
  });
}

/** Takes a person or a role out of a team. Who is not in it stays out, so a repetition is no failure. */
export async function removeFromTeam(call: Call, team: TeamId, target: StaffTarget): Promise<void> {
  authorise(call, 'team.remove_member', target.guild_id);
  if (team === 'default') return removeFromDefaultTeam(call, target);
  await transact(call, async (tx, emit) => {
    const { name } = await requireTeam(tx, target.guild_id, team);
    const { table, column } = placeOf(target);
    const { rows } = await sql`
      delete from ${table} where team_id = ${team} and ${column} = ${target.id} returning 1`.execute(tx);
    if (!rows.length) return;
    await recordMember(tx, call, target, { was: name });
    await followStaffLater(tx, target);
    emit(accessChanged(target));
  });
}

/** In a transaction, the team stays until its end. */
async function requireTeam(db: Db | Tx, guild_id: string, team_id: number): Promise<{ name: string }> {
  const team = await db
    .selectFrom('support_teams')
    .where('guild_id', '=', guild_id)
    .where('team_id', '=', team_id)
    .select('name')
    .forKeyShare()
    .executeTakeFirst();
  if (!team) throw new AppError('team.not_found');
  return team;
}

function placeOf({ kind }: StaffTarget) {
  return {
    table: sql.table(kind === 'user' ? 'support_team_users' : 'support_team_roles'),
    column: sql.ref(kind === 'user' ? 'user_id' : 'role_id'),
  };
}
