import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { TeamInput } from '@tickets/contract/teams/teams';
import { sql } from 'kysely';
import { fullAt } from '../../servers/most.ts';
import { addStaff, checkMayBecomeStaff, requireInServer } from '../../staff/staff.ts';
import type { StaffTarget } from '../../staff/target.ts';
import { addToTeam } from '../../teams/members.ts';
import { createTeam, listTeams } from '../../teams/teams.ts';
import { type Item, refusalOf, type SetupEnv } from './items.ts';

/** Teams are known by their names. Who is in one already stays. */
export async function* teams(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, ids } = env;
  const here = await listTeams(env.as(), guild_id);
  let count = here.length;
  const byName = new Map(here.map((team) => [team.name.toLowerCase(), team]));
  for (const { team_id, name } of rows.support_teams) {
    const { data, error } = TeamInput.safeParse({ name }, { error: plainProblem });
    if (!data) {
      yield { entity: 'support_teams', name, outcome: 'skip', reason: error.issues[0]?.message };
      continue;
    }
    const found = byName.get(data.name.toLowerCase());
    if (found) {
      ids.set('team', team_id, found.id);
      yield { entity: 'support_teams', name, outcome: 'same' };
      continue;
    }
    const full = fullAt('support_teams', count);
    if (full) {
      yield { entity: 'support_teams', name, outcome: 'skip', reason: full.message };
      continue;
    }
    count += 1;
    ids.plan('team', team_id);
    yield {
      entity: 'support_teams',
      name,
      outcome: 'create',
      async apply() {
        const made = await createTeam(env.as(), guild_id, data);
        ids.set('team', team_id, made.id);
      },
    };
  }
  yield* teamMembers(env);
}

async function* teamMembers(env: SetupEnv): AsyncGenerator<Item, void> {
  const { rows, parts, ids, places } = env;
  const membersOf = await readMembers(env);
  for (const { team_id, name } of rows.support_teams) {
    if (!ids.has('team', team_id)) continue;
    const there = membersOf(ids.get('team', team_id));
    for (const row of parts.teamRolesOf(team_id)) {
      const id = places.role(row.role_id, `team ${name}`);
      const called = `${places.nameOf('role', row.role_id)} in ${name}`;
      yield* member(env, { entity: 'support_team_roles', called, id, kind: 'role', team_id, there });
    }
    for (const row of parts.teamUsersOf(team_id))
      yield* member(env, {
        entity: 'support_team_users',
        called: `${places.personOf(row.user_id)} in ${name}`,
        id: row.user_id,
        kind: 'user',
        team_id,
        there,
      });
  }
}

/** Who is in each team. Their names would be asked of Discord, team by team. */
async function readMembers({ as, guild_id }: SetupEnv) {
  const { rows } = await sql<{ team_id: number; id: string }>`
    select team_id, m.id from support_teams t join (
      select team_id, role_id as id from support_team_roles
      union all select team_id, user_id from support_team_users) m using (team_id)
    where t.guild_id = ${guild_id}`.execute(as().db);
  const of = Map.groupBy(rows, ({ team_id }) => team_id);
  return (team_id: number | undefined): ReadonlySet<string> =>
    new Set(team_id === undefined ? [] : of.get(team_id)?.map(({ id }) => id));
}

async function* member(
  env: SetupEnv,
  {
    entity,
    called,
    id,
    kind,
    team_id,
    there,
  }: {
    entity: Item['entity'];
    called: string;
    id: string | null;
    kind: 'role' | 'user';
    team_id: number;
    there: ReadonlySet<string>;
  },
): AsyncGenerator<Item, void> {
  if (!id) {
    yield { entity, name: called, outcome: 'skip', reason: noRole };
    return;
  }
  if (there.has(id)) {
    yield { entity, name: called, outcome: 'same' };
    return;
  }
  const target: StaffTarget = { guild_id: env.guild_id, kind, id };
  const reason = await refusalOf(() => requireInServer(env.as(), target));
  if (reason) yield { entity, name: called, outcome: 'skip', reason };
  else
    yield {
      entity,
      name: called,
      outcome: 'create',
      async apply() {
        const team = env.ids.get('team', team_id);
        if (team !== undefined) await addToTeam(env.as(), team, target, { in_background: true });
      },
    };
}

export const noRole = 'this server has no role for it';

/** Administrators and the default team. Who is one already stays one. */
export async function* staff(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, places } = env;
  const { db } = env.as();
  const roles = await db
    .selectFrom('role_permissions')
    .where('guild_id', '=', guild_id)
    .selectAll()
    .execute();
  const byRole = new Map(roles.map((row) => [row.role_id, row]));
  for (const { role_id, ...wanted } of rows.role_permissions) {
    const id = places.role(role_id, 'staff');
    const name = places.nameOf('role', role_id);
    const here = id === null ? undefined : byRole.get(id);
    yield* ranks(env, { entity: 'role_permissions', name, id, kind: 'role', wanted, here });
  }
  const people = await db.selectFrom('permissions').where('guild_id', '=', guild_id).selectAll().execute();
  const byUser = new Map(people.map((row) => [row.user_id, row]));
  for (const { user_id, ...wanted } of rows.permissions) {
    const here = byUser.get(user_id);
    const name = places.personOf(user_id);
    yield* ranks(env, { entity: 'user_permissions', name, id: user_id, kind: 'user', wanted, here });
  }
}

interface Rank {
  admin: boolean;
  support: boolean;
}

async function* ranks(
  env: SetupEnv,
  {
    entity,
    name,
    id,
    kind,
    wanted,
    here,
  }: {
    entity: Item['entity'];
    name: string;
    id: string | null;
    kind: 'role' | 'user';
    wanted: Rank;
    here: Rank | undefined;
  },
): AsyncGenerator<Item, void> {
  for (const rank of ['admin', 'support'] as const) {
    if (!wanted[rank]) continue;
    const called = `${name} as ${rank === 'admin' ? 'administrator' : 'support'}`;
    if (!id) yield { entity, name: called, outcome: 'skip', reason: noRole };
    else if (here?.[rank]) yield { entity, name: called, outcome: 'same' };
    else {
      const target: StaffTarget = { guild_id: env.guild_id, kind, id };
      const reason = await refusalOf(() => checkMayBecomeStaff(env.as(), target, rank));
      if (reason) yield { entity, name: called, outcome: 'skip', reason };
      else
        yield {
          entity,
          name: called,
          outcome: 'create',
          apply: () => addStaff(env.as(), target, rank, { in_background: true }),
        };
    }
  }
}
