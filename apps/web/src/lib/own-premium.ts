import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** What premium the person has who is signed in. */
export const ownPremiumQuery = queryOptions({
  queryKey: ['own_premium'],
  queryFn: ({ signal }) => call('premium.own', undefined, { signal }),
  staleTime: 60_000,
  // Without it a menu lacks one entry; the page that needs it says what failed.
  meta: { quiet: true },
});
