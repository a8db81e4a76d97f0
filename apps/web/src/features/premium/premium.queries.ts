import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const entitlementsQuery = queryOptions({
  queryKey: ['own-entitlements'],
  queryFn: ({ signal }) => call('premium.own_entitlements', undefined, { signal }),
  meta: { quiet: true },
});

export const chooseServersMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (selected_guilds: string[]) => call('premium.choose_servers', { body: { selected_guilds } }),
    // Every page of a server that was chosen, or is not any more, shows whether it has premium.
    onSuccess: () => queryClient.invalidateQueries(),
    meta: { quiet: true },
  });
