import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TranscriptDownload, TranscriptForm } from '@tickets/contract/transcripts/downloads';
import { call } from '../../../lib/api/api.ts';
import { filterPayload } from '../filter-payload.ts';
import type { TranscriptFilterForm } from '../transcript-filter.ts';

/** How often one sees how far a download is. */
const RUNNING_MS = 1_000;

export const isUnderWay = ({ state }: TranscriptDownload) => state === 'waiting' || state === 'running';

export const downloadsQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['guild', guildId, 'transcripts', 'downloads'],
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'transcripts.downloads',
        { params: { guild_id: guildId } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? RUNNING_MS : false),
    meta: { quiet: true },
  });

export const startDownloadMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ filter, form }: { filter: TranscriptFilterForm; form: TranscriptForm }) =>
      call('transcripts.start_download', {
        params: { guild_id: guildId },
        body: { filter: filterPayload(filter, { page: 1 }), form },
      }),
    onSettled: () => queryClient.invalidateQueries(downloadsQuery(guildId)),
  });

export const cancelDownloadMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (download_id: string) =>
      call('transcripts.cancel_download', { params: { guild_id: guildId, download_id } }),
    onSettled: () => queryClient.invalidateQueries(downloadsQuery(guildId)),
  });

export const downloadLinkMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (download_id: string) =>
      call('transcripts.download_link', { params: { guild_id: guildId, download_id } }),
    onError: () => queryClient.invalidateQueries(downloadsQuery(guildId)),
  });
