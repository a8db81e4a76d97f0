import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/api/api.ts';
import { filterPayload, type PageWanted, type TranscriptFilterForm } from './transcript-filter.ts';

export const transcriptKeys = {
  all: (guildId: string) => ['guild', guildId, 'transcripts'] as const,
  pages: (guildId: string) => ['guild', guildId, 'transcripts', 'page'] as const,
  page: (guildId: string, filter: TranscriptFilterForm, wanted: PageWanted) =>
    ['guild', guildId, 'transcripts', 'page', filter, wanted] as const,
  render: (guildId: string, ticketId: number) =>
    ['guild', guildId, 'transcripts', 'render', ticketId] as const,
};

export const transcriptsQuery = (guildId: string, filter: TranscriptFilterForm, wanted: PageWanted) =>
  queryOptions({
    queryKey: transcriptKeys.page(guildId, filter, wanted),
    queryFn: async ({ signal }) => {
      const { data, headers } = await callWithHeaders(
        'transcripts.list',
        { params: { guild_id: guildId }, body: filterPayload(filter, wanted) },
        { signal },
      );
      const total = headers.get('x-total-count');
      return { rows: data, total: total === null ? null : Number(total) };
    },
  });

/** The tickets beside one in the list, under its filter. */
export const neighboursQuery = (guildId: string, ticketId: number, filter: TranscriptFilterForm) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'neighbours', ticketId, filter],
    queryFn: ({ signal }) => {
      const { page: _, ...query } = filterPayload(filter, { page: 1 });
      return call(
        'transcripts.neighbours',
        { params: { guild_id: guildId, ticket_id: ticketId }, query },
        { signal, track: false },
      );
    },
    meta: { quiet: true },
  });

export const transcriptQuery = (guildId: string, ticketId: number) =>
  queryOptions({
    queryKey: transcriptKeys.render(guildId, ticketId),
    queryFn: ({ signal }) =>
      call(
        'transcripts.render',
        { params: { guild_id: guildId, ticket_id: ticketId }, query: { deleted: true } },
        { signal },
      ),
    // A closed ticket no longer changes; the links of its files live for an hour.
    staleTime: 10 * 60_000,
  });

export const editReasonMutation = (queryClient: QueryClient, guildId: string, ticketId: number) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      call('transcripts.edit_reason', {
        params: { guild_id: guildId, ticket_id: ticketId },
        body: { reason },
      }),
    onSuccess: (_answer, reason) => {
      // The messages are the same: they need not come again.
      queryClient.setQueryData(
        transcriptQuery(guildId, ticketId).queryKey,
        (now) => now && { ...now, ticket: { ...now.ticket, close_reason: reason.trim() || null } },
      );
      return queryClient.invalidateQueries({ queryKey: transcriptKeys.pages(guildId) });
    },
  });
