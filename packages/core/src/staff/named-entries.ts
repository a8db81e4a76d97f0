import type { TeamMember } from '@tickets/contract/teams/teams';
import type { Context } from '../platform/context.ts';
import { usersSoon } from '../servers/users.ts';

/** A person or a role, as lists of staff have them. */
export interface Entry {
  kind: 'user' | 'role';
  id: string;
}

/** With names and pictures, in the same order. Nobody waits long for a name; one that comes later is told of. */
export async function namedEntries(
  ctx: Context,
  guild_id: string,
  entries: readonly Entry[],
): Promise<TeamMember[]> {
  const [users, roles] = await Promise.all([
    usersSoon(ctx, guild_id, idsOf(entries, 'user')),
    roleNames(ctx, guild_id, idsOf(entries, 'role')),
  ]);
  return entries.map(({ kind, id }): TeamMember => {
    if (kind === 'role') return { id, type: 1, ...named(roles.get(id)) };
    const user = users.get(id);
    return { id, type: 0, ...named(user?.username), avatar: user?.avatar ?? '' };
  });
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

const idsOf = (entries: readonly Entry[], wanted: Entry['kind']) =>
  entries.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));

async function roleNames(ctx: Context, guild_id: string, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await ctx.db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', 'in', ids)
    .select(['role_id', 'name'])
    .execute();
  return new Map(rows.map(({ role_id, name }) => [role_id, name]));
}
