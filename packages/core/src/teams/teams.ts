import type { Team } from '@tickets/contract/teams';
import type { Context } from '../context.ts';

/** The named support teams of a server, oldest first. */
export async function listTeams(ctx: Pick<Context, 'db'>, guild_id: string): Promise<Team[]> {
  const rows = await ctx.db
    .selectFrom('support_teams')
    .where('guild_id', '=', guild_id)
    .select(['team_id as id', 'guild_id', 'name'])
    .orderBy('team_id')
    .execute();
  // No team has a role for those on call.
  return rows.map((row) => ({ ...row, on_call_role_id: null }));
}
