import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BlacklistInput } from '@tickets/contract/blacklist/blacklist';
import { call } from '../../lib/api/api.ts';

export const blacklistKeys = {
  all: (guildId: string) => ['guild', guildId, 'blacklist'] as const,
  page: (guildId: string, page: number) => ['guild', guildId, 'blacklist', page] as const,
};

export const blacklistQuery = (guildId: string, page: number) =>
  queryOptions({
    queryKey: blacklistKeys.page(guildId, page),
    queryFn: ({ signal }) =>
      call('blacklist.list', { params: { guild_id: guildId }, query: { page } }, { signal }),
  });

export const addMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (body: BlacklistInput) => call('blacklist.add', { params: { guild_id: guildId }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: blacklistKeys.all(guildId) });
    },
  });

export interface Entry {
  kind: 'user' | 'role';
  id: string;
}

export const removeMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ kind, id }: Entry) =>
      kind === 'user'
        ? call('blacklist.remove_user', { params: { guild_id: guildId, user_id: id } })
        : call('blacklist.remove_role', { params: { guild_id: guildId, role_id: id } }),
    // The row goes at once; a row of the next page may take its place.
    onSuccess: (_, { kind, id }) => {
      queryClient.setQueriesData<{ users: { id: string }[]; roles: string[] }>(
        { queryKey: blacklistKeys.all(guildId) },
        (list) =>
          list && {
            ...list,
            users: kind === 'user' ? list.users.filter((user) => user.id !== id) : list.users,
            roles: kind === 'role' ? list.roles.filter((role) => role !== id) : list.roles,
          },
      );
      void queryClient.invalidateQueries({ queryKey: blacklistKeys.all(guildId) });
    },
  });
