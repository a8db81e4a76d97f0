import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** What premium the person has who is signed in. */
export const ownPremiumQuery = queryOptions({
  queryKey: ['own_premium'],
  queryFn: ({ signal }) => call('premium.own', undefined, { signal }),
  meta: { quiet: true },
});
