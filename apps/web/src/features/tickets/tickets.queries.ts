import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { User } from '@tickets/contract/servers/guild';
import type {
  EarlierTicket,
  MentionNames,
  TicketDetail,
  TicketList,
} from '@tickets/contract/tickets/tickets';
import { ApiError, call } from '../../lib/api/api.ts';
import { isDenied } from '../../lib/api/denied.ts';
import { waitingKey } from '../../lib/api/waiting.ts';
import { type LiveMessages, liveMessages, noMessages } from './conversation/live-messages.ts';
import { sharedList } from './list/ticket-list.ts';
import type { ReplyPlace } from './reply/kept-replies.ts';

export const ticketKeys = {
  all: (guildId: string) => ['guild', guildId, 'tickets'] as const,
  list: (guildId: string) => ['guild', guildId, 'tickets', 'list'] as const,
  view: (guildId: string, ticketId: number) => ['guild', guildId, 'tickets', 'view', ticketId] as const,
  closeReasons: (guildId: string, ticketId: number) =>
    ['guild', guildId, 'tickets', 'close-reasons', ticketId] as const,
  /** Those to whom it can be transferred. */
  transferTargets: (guildId: string, ticketId: number) =>
    ['guild', guildId, 'tickets', 'transfer-targets', ticketId] as const,
  /** Replies of a person that are on their way. */
  pending: ({ userId, guildId, ticketId }: ReplyPlace) =>
    ['guild', guildId, 'tickets', 'pending', ticketId, userId] as const,
  /** Files of the reply that is being written. */
  draftFiles: (guildId: string, ticketId: number) =>
    ['guild', guildId, 'tickets', 'draft-files', ticketId] as const,
};

export const ticketsQuery = (guildId: string) =>
  queryOptions({
    queryKey: ticketKeys.list(guildId),
    queryFn: ({ signal }) => call('tickets.list', { params: { guild_id: guildId } }, { signal }),
    // Both are lists of tickets: what the query answered.
    meta: { isShown: isDenied },
    structuralSharing: (before, after) => sharedList(before as TicketList | undefined, after as TicketList),
    staleTime: 5_000,
  });

/** The numbers of the tickets that wait for staff. What it cannot tell is told by the list. */
export const waitingQuery = (guildId: string) =>
  queryOptions({
    queryKey: waitingKey(guildId),
    queryFn: async ({ signal }): Promise<readonly number[]> => {
      const { waiting } = await call(
        'tickets.waiting',
        { params: { guild_id: guildId } },
        { signal, track: false },
      );
      return waiting;
    },
    meta: { quiet: true },
    staleTime: 5_000,
  });

/** What tickets like this one are closed for. Without them a reason is written all the same. */
export const closeReasonsQuery = (guildId: string, ticketId: number) =>
  queryOptions({
    queryKey: ticketKeys.closeReasons(guildId, ticketId),
    queryFn: ({ signal }) =>
      call(
        'tickets.close_reasons',
        { params: { guild_id: guildId, ticket_id: ticketId } },
        { signal, track: false },
      ),
    meta: { quiet: true },
    staleTime: 300_000,
  });

/** What a PersonSearch needs to find those to whom a ticket can be transferred. */
export const transferSearch = (guildId: string, ticketId: number) => ({
  queryKey: ticketKeys.transferTargets(guildId, ticketId),
  search: async (query: string, signal: AbortSignal) => {
    const params = { guild_id: guildId, ticket_id: ticketId };
    const { people } = await call('tickets.transfer_targets', { params, query: { query } }, { signal });
    return people;
  },
});

/** A ticket as the cache holds it: answers and live frames both end here. */
export interface TicketState {
  ticket: TicketDetail;
  self: User;
  mentions: MentionNames;
  earlier: readonly EarlierTicket[];
  may_write: boolean;
  anonymous: boolean;
  live: LiveMessages;
  closed: boolean;
}

/** The ticket with its newest page of messages, beside the older ones that were read before. */
export const ticketQuery = (queryClient: QueryClient, guildId: string, ticketId: number) => {
  const queryKey = ticketKeys.view(guildId, ticketId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<TicketState> => {
      const view = await call(
        'tickets.get',
        { params: { guild_id: guildId, ticket_id: ticketId }, query: { deleted: true } },
        { signal },
      );
      const before = queryClient.getQueryData<TicketState>(queryKey);
      return {
        ticket: view.ticket,
        self: view.self,
        mentions: mergeNames(before?.mentions, view.mentions),
        earlier: view.earlier,
        may_write: view.may_write,
        anonymous: view.anonymous,
        live: liveMessages(before?.live ?? noMessages, { type: 'loaded', view }),
        closed: false,
      };
    },
    meta: { isShown: (error) => isClosed(error) || isLost(error) },
    staleTime: 5_000,
  });
};

export const isClosed = (error: unknown) => error instanceof ApiError && error.code === 'ticket.closed';
/** Somebody else has claimed it, and their claim hides it. */
export const isClaimedAway = (error: unknown) =>
  error instanceof ApiError && error.code === 'ticket.claimed_to_see';
/** Not there, or not for this person. */
export const isLost = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404) && !isClosed(error);

/** Reads the page before the oldest message that is known into the cache. */
export async function loadOlder(queryClient: QueryClient, guildId: string, ticketId: number): Promise<void> {
  const { queryKey } = ticketQuery(queryClient, guildId, ticketId);
  const oldest = queryClient.getQueryData(queryKey)?.live.messages[0];
  if (!oldest) return;
  const view = await call(
    'tickets.get',
    { params: { guild_id: guildId, ticket_id: ticketId }, query: { before: oldest.id, deleted: true } },
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

export function mergeNames(known: MentionNames | undefined, more: MentionNames): MentionNames {
  return {
    users: { ...known?.users, ...more.users },
    roles: { ...known?.roles, ...more.roles },
    channels: { ...known?.channels, ...more.channels },
  };
}
