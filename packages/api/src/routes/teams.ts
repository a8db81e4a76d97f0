import { listTeams } from '@tickets/core/teams/teams';
import { type Doors, mount } from '../mount.ts';

export function teamRoutes(doors: Doors): void {
  mount(doors, 'teams.list', ({ params }) => listTeams(doors.ctx, params.guild_id));
}
