import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const ownPremiumQuery = queryOptions({
  queryKey: ['own-premium'],
  queryFn: ({ signal }) => call('premium.own', undefined, { signal }),
  // What is being chosen is not to change under one's hands.
  refetchOnWindowFocus: false,
  meta: { quiet: true },
});

export const chooseServersMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (selected_guilds: readonly string[]) =>
      call('premium.choose_servers', { body: { selected_guilds: [...selected_guilds] } }),
    meta: { quiet: true },
    onSuccess: (_, selected_guilds) => {
      queryClient.setQueryData(
        ownPremiumQuery.queryKey,
        (own) => own && { ...own, selected_guilds: [...selected_guilds] },
      );
      // Pages of these servers show what premium gives.
      return queryClient.invalidateQueries({ queryKey: ['guild'] });
    },
  });
