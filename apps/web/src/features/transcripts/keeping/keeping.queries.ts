import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { transcriptKeys } from '../transcripts.queries.ts';

export const retentionQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'retention'],
    queryFn: ({ signal }) => call('transcripts.retention', { params: { guild_id: guildId } }, { signal }),
  });

export const retentionPreviewQuery = (guildId: string, days: number) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'retention', 'preview', days],
    queryFn: ({ signal }) =>
      call(
        'transcripts.preview_retention',
        { params: { guild_id: guildId }, query: { days } },
        { signal, track: false },
      ),
    meta: { quiet: true },
  });

export const keepForMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (days: number | null) =>
      call('transcripts.keep_for', { params: { guild_id: guildId }, body: { days } }),
    onSuccess: (kept) => queryClient.setQueryData(retentionQuery(guildId).queryKey, kept),
  });

export const removeMutation = (queryClient: QueryClient, guildId: string, ticketId: number) =>
  mutationOptions({
    mutationFn: async () => {
      await call('transcripts.remove', { params: { guild_id: guildId, ticket_id: ticketId } });
      return { success: true as const };
    },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: transcriptKeys.render(guildId, ticketId) });
      return queryClient.invalidateQueries({ queryKey: ['guild', guildId, 'transcripts', 'page'] });
    },
  });
