import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const openerTicketsQuery = (guildId: string, ticketId: number) =>
  queryOptions({
    queryKey: ['guild', guildId, 'tickets', 'of-opener', ticketId],
    queryFn: ({ signal }) =>
      call(
        'tickets.of_opener',
        { params: { guild_id: guildId, ticket_id: ticketId } },
        { signal, track: false },
      ),
    // Beside a ticket that was closed or lost meanwhile stays what was read; the ticket says what became of it.
    meta: { quiet: true },
    staleTime: 60_000,
  });
