import type { Context } from '../platform/context.ts';
import { usersKnownIn } from '../servers/users.ts';

type Named = { id: string; name: string };
export type NameOf = (id: string | number | null | undefined) => Named | null;

/** The names of roles, teams and people of one server. What has none, because it is gone, goes by its id. */
export interface Names {
  role: NameOf;
  team: NameOf;
  user: NameOf;
}

interface Ids {
  roles?: readonly string[];
  teams?: readonly number[];
  users?: readonly string[];
}

export async function namesFor(
  { db }: Pick<Context, 'db'>,
  guild_id: string,
  { roles = [], teams = [], users = [] }: Ids,
): Promise<Names> {
  const [roleRows, teamRows, people] = await Promise.all([
    roles.length
      ? db
          .selectFrom('guild_roles')
          .where('guild_id', '=', guild_id)
          .where('role_id', 'in', [...roles])
          .select(['role_id as id', 'name'])
          .execute()
      : [],
    teams.length
      ? db
          .selectFrom('support_teams')
          .where('guild_id', '=', guild_id)
          .where('team_id', 'in', [...teams])
          .select(['team_id as id', 'name'])
          .execute()
      : [],
    usersKnownIn(db, guild_id, users),
  ]);
  return {
    role: naming(roleRows),
    team: naming(teamRows),
    user: naming([...people.values()].map(({ id, username }) => ({ id, name: username }))),
  };
}

function naming(rows: readonly { id: string | number; name: string }[]): NameOf {
  const known = new Map(rows.map(({ id, name }) => [String(id), name]));
  return (id) =>
    id === null || id === undefined ? null : { id: String(id), name: known.get(String(id)) ?? String(id) };
}
