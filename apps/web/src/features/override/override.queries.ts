import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const overrideKey = (guildId: string) => ['guild', guildId, 'override'] as const;

/** Asked again when it has run out, a moment later because clocks differ. */
const LATER_MS = 1_000;

export const overrideQuery = (guildId: string) =>
  queryOptions({
    queryKey: overrideKey(guildId),
    queryFn: ({ signal }) => call('override.get', { params: { guild_id: guildId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.expires_at ? Math.max(Date.parse(data.expires_at) - Date.now(), 0) + LATER_MS : false,
  });

export const grantMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (time_period: number) =>
      call('override.grant', { params: { guild_id: guildId }, body: { time_period } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: overrideKey(guildId) }),
  });

export const revokeMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: () => call('override.revoke', { params: { guild_id: guildId } }),
    onSuccess: () => {
      queryClient.setQueryData(
        overrideQuery(guildId).queryKey,
        (before) => before && { ...before, has_override: false, expires_at: null },
      );
      void queryClient.invalidateQueries({ queryKey: overrideKey(guildId) });
    },
  });
