import { AppError } from '@tickets/contract/platform/errors';
import type { Team, TeamId, TeamInput } from '@tickets/contract/teams/teams';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { alongWith, type ChangedBy, record } from '../audit/record.ts';
import { recordEdit } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import { transact } from '../platform/events/events.ts';
import { holdGuild, takeTurn } from '../servers/hold-guild.ts';
import { requireRoomFor } from '../servers/most.ts';
import { followStaffLater } from '../staff/follow-staff.ts';
import type { StaffTarget } from '../staff/target.ts';

/** The named support teams of a server, oldest first. */
export async function listTeams(call: Call, guild_id: string): Promise<Team[]> {
  authorise(call, 'team.list', guild_id);
  return call.db
    .selectFrom('support_teams')
    .leftJoin('on_call_roles', 'on_call_roles.team_id', 'support_teams.team_id')
    .where('support_teams.guild_id', '=', guild_id)
    .select([
      'support_teams.team_id as id',
      'support_teams.guild_id',
      'name',
      'on_call_roles.role_id as on_call_role_id',
    ])
    .orderBy('support_teams.team_id')
    .execute();
}

/** A team begins without members. Names that differ in capitals alone could not be told apart; Default is taken. */
export async function createTeam(call: Call, guild_id: string, { name }: TeamInput): Promise<Team> {
  authorise(call, 'team.create', guild_id);
  const row = await call.db.transaction().execute(async (tx) => {
    await holdGuild(tx, guild_id);
    await requireRoomFor(tx, guild_id, 'support_teams');
    const { rows } = await sql`
      select from support_teams where guild_id = ${guild_id} and lower(name) = lower(${name})`.execute(tx);
    if (rows.length || name.toLowerCase() === 'default') return undefined;
    const team = await tx
      .insertInto('support_teams')
      .values({ guild_id, name })
      .returning(['team_id as id', 'guild_id', 'name'])
      .executeTakeFirstOrThrow();
    const { id } = team;
    await record(tx, call, guild_id, { action: 'team.create', resource: 'team', id, name, after: { name } });
    return team;
  });
  if (!row) {
    const { message } = new AppError('team.exists');
    throw new AppError('team.exists', { fields: [{ path: 'name', message }] });
  }
  return { ...row, on_call_role_id: null };
}

/**
 * Deletes a team. Panels that used it do without it, and a trigger sees to the role by which the team was called. Returns who was in it: the channels of their tickets have to follow.
 */
export async function removeTeam(call: Call, guild_id: string, team: TeamId): Promise<StaffTarget[]> {
  authorise(call, 'team.delete', guild_id);
  if (team === 'default') throw new AppError('team.default_stays');
  return transact(call, async (tx, emit) => {
    await takeTurn(tx, guild_id);
    // Nobody is added to it, and no panel takes it, from here on.
    const found = await tx
      .selectFrom('support_teams')
      .where('guild_id', '=', guild_id)
      .where('team_id', '=', team)
      .select('name')
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new AppError('team.not_found');
    const { rows } = await sql<StaffTarget>`
      select ${guild_id}::text as guild_id, 'role' as kind, role_id::text as id
        from support_team_roles where team_id = ${team}
      union all
      select ${guild_id}::text, 'user', user_id::text from support_team_users where team_id = ${team}`.execute(
      tx,
    );
    const panels = await takeFromPanels(tx, call, guild_id, { team_id: team, name: found.name });
    await record(tx, call, guild_id, {
      action: 'team.delete',
      resource: 'team',
      id: team,
      name: found.name,
      // Its people are told of by number: the entry outlives what is erased of them.
      before: {
        name: found.name,
        roles: rows.filter(({ kind }) => kind === 'role').map(({ id }) => id),
        people: rows.filter(({ kind }) => kind === 'user').length,
        panels,
      },
    });
    await tx.deleteFrom('support_teams').where('team_id', '=', team).execute();
    for (const target of rows) await followStaffLater(tx, target);
    emit({ type: 'access.changed', guild_id });
    emit({ type: 'list.changed', guild_id });
    return rows;
  });
}

/** Has the panels of a team do without it, before it is deleted, and records it of each. Returns which they were. */
async function takeFromPanels(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  { team_id, name }: { team_id: number; name: string },
): Promise<number[]> {
  const { rows } = await sql<{ panel_id: number; title: string; teams: number[] }>`
    select p.panel_id, p.title,
      array(select t.team_id from panel_teams t where t.panel_id = p.panel_id order by t.team_id) as teams
    from panels p
    where p.guild_id = ${guild_id}
      and exists (select from panel_teams t where t.panel_id = p.panel_id and t.team_id = ${team_id})
    order by p.panel_id for no key update of p`.execute(tx);
  await tx.deleteFrom('panel_teams').where('team_id', '=', team_id).execute();
  for (const { panel_id, title, teams } of rows)
    await recordEdit(tx, alongWith(by, `the team ${name} was deleted`), guild_id, {
      action: 'panel.update',
      resource: 'panel',
      id: panel_id,
      name: title,
      before: { teams },
      after: { teams: teams.filter((id) => id !== team_id) },
    });
  return rows.map(({ panel_id }) => panel_id);
}
