import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { shareDays } from '@tickets/contract/transcripts/transcript-limits';
import { call } from '../../../lib/api/api.ts';

export type ShareDays = (typeof shareDays)[number];

interface TicketOf {
  guildId: string;
  ticketId: number;
}

const paramsOf = ({ guildId, ticketId }: TicketOf) => ({ guild_id: guildId, ticket_id: ticketId });

export const linksQuery = ({ guildId, ticketId }: TicketOf) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'links', ticketId],
    queryFn: ({ signal }) =>
      call('transcripts.links', { params: paramsOf({ guildId, ticketId }) }, { signal }),
  });

export const readersQuery = ({ guildId, ticketId }: TicketOf) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'readers', ticketId],
    queryFn: ({ signal }) =>
      call('transcripts.reads', { params: paramsOf({ guildId, ticketId }) }, { signal, track: false }),
    meta: { quiet: true },
  });

export const makeLinkMutation = (queryClient: QueryClient, ticket: TicketOf) =>
  mutationOptions({
    mutationFn: (days: ShareDays) =>
      call('transcripts.make_link', { params: paramsOf(ticket), body: { days } }),
    onSettled: () => queryClient.invalidateQueries(linksQuery(ticket)),
  });

export const revokeLinkMutation = (queryClient: QueryClient, ticket: TicketOf) =>
  mutationOptions({
    mutationFn: (link_id: string) =>
      call('transcripts.revoke_link', { params: { ...paramsOf(ticket), link_id } }),
    onSettled: () => queryClient.invalidateQueries(linksQuery(ticket)),
  });

/** What a link leads to. Read once: each reading is counted. */
export const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared_transcript', token],
    queryFn: ({ signal }) =>
      call('transcripts.open_link', { body: { token } }, { signal, signInOn401: false }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
