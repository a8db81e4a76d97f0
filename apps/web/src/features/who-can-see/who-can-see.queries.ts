import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DashboardPage } from '@tickets/contract/who-can-see/pages';
import { call } from '../../lib/api/api.ts';

export type Subject = { user_id: string } | { role_ids: string };
export type Seen = { ticket_id: number } | { page: DashboardPage };

/** To choose one from; the page does without them, because any number can be typed. */
export const openTicketsQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['guild', guildId, 'open-tickets'],
    queryFn: ({ signal }) => call('tickets.list', { params: { guild_id: guildId } }, { signal }),
    meta: { quiet: true },
    staleTime: 60_000,
  });

export const explanationQuery = (guildId: string, subject: Subject, seen: Seen) =>
  queryOptions({
    queryKey: ['guild', guildId, 'explanation', subject, seen],
    queryFn: ({ signal }) =>
      call('access.explain', { params: { guild_id: guildId }, query: { ...subject, ...seen } }, { signal }),
    // What was changed elsewhere meanwhile counts.
    staleTime: 0,
  });

export const viewersQuery = (guildId: string, ticketId: number) =>
  infiniteQueryOptions({
    queryKey: ['guild', guildId, 'viewers', ticketId],
    queryFn: ({ signal, pageParam }) =>
      call(
        'access.viewers',
        { params: { guild_id: guildId, ticket_id: ticketId }, query: { page: pageParam } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    staleTime: 0,
  });
