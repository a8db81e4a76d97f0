import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const settingsKeys = {
  detail: (guildId: string) => ['guild', guildId, 'settings'] as const,
};

export const settingsQuery = (guildId: string) =>
  queryOptions({
    queryKey: settingsKeys.detail(guildId),
    queryFn: ({ signal }) => call('settings.get', { params: { guild_id: guildId } }, { signal }),
    // A form is not to change under the hands of whoever fills it in.
    refetchOnWindowFocus: false,
    staleTime: 5_000,
  });
