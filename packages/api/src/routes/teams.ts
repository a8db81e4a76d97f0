import { listTeams } from '@tickets/core/teams/teams';
import { type ApiParts, mount } from '../mount.ts';

export function teamRoutes(parts: ApiParts): void {
  mount(parts, 'teams.list', ({ params }) => listTeams(parts.ctx, params.guild_id));
}
