import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/api/api.ts';
import { filterPayload, type PageWanted, type TranscriptFilterForm } from './transcript-filter.ts';

export const transcriptKeys = {
  all: (guildId: string) => ['guild', guildId, 'transcripts'] as const,
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
