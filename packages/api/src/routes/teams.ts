import type { EntityType } from '@tickets/contract/teams/teams';
import type { UserCall } from '@tickets/core/access/caller';
import { listAdministrators } from '@tickets/core/staff/administrators';
import { followStaffQuietly } from '@tickets/core/staff/follow-staff';
import { addStaff, removeStaff } from '@tickets/core/staff/staff';
import type { StaffTarget } from '@tickets/core/staff/target';
import { addToTeam, listTeamMembers, removeFromTeam } from '@tickets/core/teams/members';
import { createTeam, listTeams, removeTeam } from '@tickets/core/teams/teams';
import { type ApiParts, mount } from '../http/mount.ts';

const done = { success: true as const };

export function teamRoutes(parts: ApiParts): void {
  /** There may be many channels of open tickets, so they follow after the answer. */
  const follow = (call: UserCall, targets: StaffTarget[]) => {
    void parts.in_work.add(followStaffQuietly(call, targets));
    return done;
  };

  mount(parts, 'teams.list', ({ params, call }) => listTeams(call, params.guild_id));

  mount(parts, 'teams.members', ({ params, call }) => listTeamMembers(call, params.guild_id, params.team_id));

  mount(parts, 'teams.create', ({ params, body, call }) => createTeam(call, params.guild_id, body));

  mount(parts, 'teams.remove', async ({ params, call }) =>
    follow(call, await removeTeam(call, params.guild_id, params.team_id)),
  );

  mount(parts, 'teams.add_member', async ({ params, query, call }) => {
    const target = targetOf(params, query);
    await addToTeam(call, params.team_id, target);
    return follow(call, [target]);
  });

  mount(parts, 'teams.remove_member', async ({ params, query, call }) => {
    const target = targetOf(params, query);
    await removeFromTeam(call, params.team_id, target);
    return follow(call, [target]);
  });

  mount(parts, 'staff.administrators', ({ params, call }) => listAdministrators(call, params.guild_id));

  mount(parts, 'staff.add_administrator', async ({ params, query, call }) => {
    const target = targetOf(params, query);
    await addStaff(call, target, 'admin');
    return follow(call, [target]);
  });

  mount(parts, 'staff.remove_administrator', async ({ params, query, call }) => {
    const target = targetOf(params, query);
    await removeStaff(call, target, 'admin');
    return follow(call, [target]);
  });
}

function targetOf(
  { guild_id, member_id }: { guild_id: string; member_id: string },
  { type }: { type: EntityType },
): StaffTarget {
  return { guild_id, kind: type === 0 ? 'user' : 'role', id: member_id };
}
