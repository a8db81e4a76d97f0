import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TeamMember } from '@tickets/contract/teams/teams';
import { call } from '../../lib/api/api.ts';
import { guildKeys, teamsQuery } from '../../lib/api/guild.queries.ts';
import { retryOutage } from '../../lib/api/query-client.ts';

/** A named team by its number, or the one that is always there and in no list. */
export type TeamKey = number | 'default';

export const memberKeys = {
  all: (guildId: string) => ['guild', guildId, 'team-members'] as const,
  team: (guildId: string, team: TeamKey) => ['guild', guildId, 'team-members', team] as const,
  admins: (guildId: string) => ['guild', guildId, 'administrators'] as const,
};

const TOO_FAST = { too_fast: true };

export const membersQuery = (guildId: string, team: TeamKey) =>
  queryOptions({
    queryKey: memberKeys.team(guildId, team),
    queryFn: ({ signal }) =>
      call('teams.members', { params: { guild_id: guildId, team_id: team } }, { signal }),
    meta: TOO_FAST,
    retry: retryOutage,
    // The server counts how often it is asked: what one looked at a moment ago is asked for when it is chosen again, no sooner.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });

export const adminsQuery = (guildId: string) =>
  queryOptions({
    queryKey: memberKeys.admins(guildId),
    queryFn: ({ signal }) => call('staff.administrators', { params: { guild_id: guildId } }, { signal }),
  });

export const createTeamMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (name: string) => call('teams.create', { params: { guild_id: guildId }, body: { name } }),
    meta: TOO_FAST,
    // Known at once, so that it can be selected without waiting for the list.
    onSuccess: (team) => {
      queryClient.setQueryData(teamsQuery(guildId).queryKey, (teams = []) => [...teams, team]);
      queryClient.setQueryData(membersQuery(guildId, team.id).queryKey, []);
    },
  });

export const deleteTeamMutation = (queryClient: QueryClient, guildId: string, team: number) =>
  mutationOptions({
    mutationFn: () => call('teams.remove', { params: { guild_id: guildId, team_id: team } }),
    onSuccess: () => {
      queryClient.setQueryData(teamsQuery(guildId).queryKey, (teams) =>
        teams?.filter(({ id }) => id !== team),
      );
      queryClient.removeQueries({ queryKey: memberKeys.team(guildId, team) });
      // Panels that used it do without it now.
      void queryClient.invalidateQueries({ queryKey: guildKeys.panels(guildId) });
    },
  });

export const addMemberMutation = (queryClient: QueryClient, guildId: string, team: TeamKey) =>
  mutationOptions({
    mutationFn: ({ id, type }: TeamMember) =>
      call('teams.add_member', {
        params: { guild_id: guildId, team_id: team, member_id: id },
        query: { type },
      }),
    meta: TOO_FAST,
    onSuccess: (_, member) => {
      queryClient.setQueryData(
        membersQuery(guildId, team).queryKey,
        (members) => members && inOrder([...members.filter(({ id }) => id !== member.id), member]),
      );
    },
  });

export const removeMemberMutation = (queryClient: QueryClient, guildId: string, team: TeamKey) =>
  mutationOptions({
    mutationFn: ({ id, type }: TeamMember) =>
      call('teams.remove_member', {
        params: { guild_id: guildId, team_id: team, member_id: id },
        query: { type },
      }),
    meta: TOO_FAST,
    onSuccess: (_, member) => {
      queryClient.setQueryData(membersQuery(guildId, team).queryKey, (members) =>
        members?.filter(({ id }) => id !== member.id),
      );
    },
  });

export const addAdminMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ id, type }: TeamMember) =>
      call('staff.add_administrator', { params: { guild_id: guildId, member_id: id }, query: { type } }),
    meta: TOO_FAST,
    onSuccess: () => followAdmins(queryClient, guildId),
  });

export const removeAdminMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ id, type }: TeamMember) =>
      call('staff.remove_administrator', { params: { guild_id: guildId, member_id: id }, query: { type } }),
    meta: TOO_FAST,
    onSuccess: (_, member) => {
      queryClient.setQueryData(adminsQuery(guildId).queryKey, (admins) =>
        admins?.filter(({ id }) => id !== member.id),
      );
      return followAdmins(queryClient, guildId);
    },
  });

/** The team Default has the administrators among its members. */
function followAdmins(queryClient: QueryClient, guildId: string): void {
  void queryClient.invalidateQueries({ queryKey: memberKeys.admins(guildId) });
  void queryClient.invalidateQueries({ queryKey: memberKeys.team(guildId, 'default') });
}

/** As the server lists them: roles, then people, by id. */
export function inOrder(members: readonly TeamMember[]): TeamMember[] {
  return members.toSorted((a, b) => b.type - a.type || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}
