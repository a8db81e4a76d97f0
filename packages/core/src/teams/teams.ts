import type { Team } from '@tickets/contract/teams';
import type { Context } from '../platform/context.ts';

/** The named support teams of a server, oldest first. */
export async function listTeams(ctx: Pick<Context, 'db'>, guild_id: string): Promise<Team[]> {
  return ctx.db
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
