import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { transcriptPieceMax } from '@tickets/contract/transcripts/transcript-limits';
import { call, callWithHeaders } from '../../lib/api/api.ts';
import { isFinal } from '../../lib/api/denied.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';
import { filterPayload, type PageWanted } from './filter-payload.ts';
import type { TranscriptFilterForm } from './transcript-filter.ts';

export const transcriptKeys = {
  all: guildKeys.transcripts,
  pages: (guildId: string) => [...guildKeys.transcripts(guildId), 'page'] as const,
  page: (guildId: string, filter: TranscriptFilterForm, wanted: PageWanted) =>
    [...guildKeys.transcripts(guildId), 'page', filter, wanted] as const,
  render: (guildId: string, ticketId: number) =>
    [...guildKeys.transcripts(guildId), 'render', ticketId] as const,
  rest: (guildId: string, ticketId: number, after: string | null) =>
    [...guildKeys.transcripts(guildId), 'rest', ticketId, after] as const,
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
    queryKey: [...guildKeys.transcripts(guildId), 'neighbours', ticketId, filter],
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

/** A closed ticket no longer changes; the links of its files live for an hour. */
const transcriptFreshMs = 10 * 60_000;

/** Enough to fill every screen. What follows comes while they are read. */
const FIRST_MESSAGES = 200;

/** A transcript with its first messages. */
export const transcriptQuery = (guildId: string, ticketId: number) =>
  queryOptions({
    queryKey: transcriptKeys.render(guildId, ticketId),
    queryFn: ({ signal }) =>
      call(
        'transcripts.render',
        {
          params: { guild_id: guildId, ticket_id: ticketId },
          query: { deleted: true, limit: FIRST_MESSAGES },
        },
        { signal },
      ),
    meta: { isShown: isFinal },
    staleTime: transcriptFreshMs,
  });

/** The messages behind a place of a transcript, in pieces. */
export const restOfTranscriptQuery = (guildId: string, ticketId: number, after: string | null) =>
  infiniteQueryOptions({
    queryKey: transcriptKeys.rest(guildId, ticketId, after),
    queryFn: ({ pageParam, signal }) =>
      call(
        'transcripts.messages',
        {
          params: { guild_id: guildId, ticket_id: ticketId },
          query: { after: pageParam ?? '', deleted: true, limit: transcriptPieceMax },
        },
        { signal, track: false },
      ),
    initialPageParam: after,
    getNextPageParam: ({ next }) => next,
    enabled: after !== null,
    staleTime: transcriptFreshMs,
    meta: { quiet: true },
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
