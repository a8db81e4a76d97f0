import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { User } from '@tickets/contract/servers/guild';
import type { OwnTicketDetail } from '@tickets/contract/tickets/own';
import type { EarlierTicket, MentionNames } from '@tickets/contract/tickets/tickets';
import { ApiError, call } from '../../../lib/api/api.ts';
import { type LiveMessages, liveMessages, noMessages } from '../conversation/live-messages.ts';
import { mergeNames } from '../tickets.queries.ts';

export const ownKeys = {
  list: ['own-tickets', 'list'] as const,
  view: (guildId: string, ticketId: number) => ['own-tickets', 'view', guildId, ticketId] as const,
};

/** They change in Discord while they are looked at, in servers that no one socket tells of. */
const REFRESH_MS = 20_000;

export const ownTicketsQuery = infiniteQueryOptions({
  queryKey: ownKeys.list,
  queryFn: ({ pageParam, signal }) =>
    call(
      'own_tickets.list',
      { query: pageParam === undefined ? {} : { after: pageParam } },
      { signal, track: false },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchInterval: REFRESH_MS,
  staleTime: 5_000,
});

/** A ticket of one's own as the cache holds it: answers and live frames both end here. */
export interface OwnTicketState {
  ticket: OwnTicketDetail;
  self: User;
  mentions: MentionNames;
  earlier: readonly EarlierTicket[];
  live: LiveMessages;
}

export const ownTicketQuery = (queryClient: QueryClient, guildId: string, ticketId: number) => {
  const queryKey = ownKeys.view(guildId, ticketId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<OwnTicketState> => {
      const view = await call(
        'own_tickets.get',
        { params: { guild_id: guildId, ticket_id: ticketId }, query: {} },
        { signal },
      );
      const before = queryClient.getQueryData<OwnTicketState>(queryKey);
      return {
        ticket: view.ticket,
        self: view.self,
        mentions: mergeNames(before?.mentions, view.mentions),
        earlier: view.earlier,
        live: liveMessages(before?.live ?? noMessages, { type: 'loaded', view }),
      };
    },
    // What the page says instead.
    meta: { isShown: isNotMine },
    staleTime: 5_000,
  });
};

export const isNotMine = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404 || error.status === 400);

/** Reads the page before the oldest message that is known into the cache. */
export async function loadOlderOwn(
  queryClient: QueryClient,
  guildId: string,
  ticketId: number,
): Promise<void> {
  const { queryKey } = ownTicketQuery(queryClient, guildId, ticketId);
  const oldest = queryClient.getQueryData(queryKey)?.live.messages[0];
  if (!oldest) return;
  const view = await call(
    'own_tickets.get',
    { params: { guild_id: guildId, ticket_id: ticketId }, query: { before: oldest.id } },
    { track: false },
  );
  queryClient.setQueryData(
    queryKey,
    (state) =>
      state && {
        ...state,
        mentions: mergeNames(state.mentions, view.mentions),
        earlier: view.earlier,
        live: liveMessages(state.live, { type: 'older', view }),
      },
  );
}
