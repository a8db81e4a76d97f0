import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const ticketKeys = {
  all: (guildId: string) => ['guild', guildId, 'tickets'] as const,
  list: (guildId: string) => ['guild', guildId, 'tickets', 'list'] as const,
  view: (guildId: string, ticketId: number) => ['guild', guildId, 'tickets', 'view', ticketId] as const,
};

export const ticketsQuery = (guildId: string) =>
  queryOptions({
    queryKey: ticketKeys.list(guildId),
    queryFn: ({ signal }) => call('tickets.list', { params: { guild_id: guildId } }, { signal }),
    staleTime: 5_000,
  });

/** The ticket with its newest page of messages. */
export const ticketQuery = (guildId: string, ticketId: number) =>
  queryOptions({
    queryKey: ticketKeys.view(guildId, ticketId),
    queryFn: ({ signal }) =>
      call('tickets.get', { params: { guild_id: guildId, ticket_id: ticketId }, query: {} }, { signal }),
    staleTime: 0,
  });
