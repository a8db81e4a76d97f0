import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  CopyRequest,
  ExportContents,
  ImportMapping,
  ImportRun,
  ListedUpload,
  ServerExport,
} from '@tickets/contract/transfer/transfer';
import { call } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';

const RUNS_MS = 30_000;
/** How often one sees how far something is. */
const UNDER_WAY_MS = 1_000;
/** How often it is looked whether a bucket has told that a file came. */
const AWAITED_MS = 5_000;

const keys = {
  all: (guildId: string) => ['guild', guildId, 'transfer'] as const,
  uploads: (guildId: string) => ['guild', guildId, 'transfer', 'uploads'] as const,
  upload: (guildId: string, uploadId: string) => ['guild', guildId, 'transfer', 'upload', uploadId] as const,
  runs: (guildId: string) => ['guild', guildId, 'transfer', 'runs'] as const,
  queue: (guildId: string) => ['guild', guildId, 'transfer', 'queue'] as const,
  log: (guildId: string, runId: string) => ['guild', guildId, 'transfer', 'log', runId] as const,
  sources: (guildId: string) => ['guild', guildId, 'transfer', 'sources'] as const,
  exports: (guildId: string) => ['guild', guildId, 'transfer', 'exports'] as const,
};

/** What imports, a copy or an export say of themselves is asked again. */
export const readTransfersAgain = (queryClient: QueryClient, guildId: string) =>
  queryClient.invalidateQueries({ queryKey: keys.all(guildId) });

/** An import changes what every page of the server shows. */
export const readServerAgain = (queryClient: QueryClient, guildId: string) =>
  queryClient.invalidateQueries({ queryKey: guildKeys.all(guildId) });

export const uploadsQuery = (guildId: string) =>
  queryOptions({
    queryKey: keys.uploads(guildId),
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'import.uploads',
        { params: { guild_id: guildId } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    refetchInterval: ({ state: { data = [] } }) => {
      if (data.some(({ state }) => state === 'checking')) return UNDER_WAY_MS;
      return data.some(({ state }) => state === 'awaited') ? AWAITED_MS : false;
    },
    meta: { quiet: true },
  });

/** One archive with its report, which is long: read when there is a new one, and not while one waits for it. */
export const uploadQuery = (guildId: string, { upload_id, state }: ListedUpload) =>
  queryOptions({
    queryKey: keys.upload(guildId, upload_id),
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'import.upload',
        { params: { guild_id: guildId, upload_id } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    enabled: state === 'checked',
    // It may have been read just before it was done.
    refetchInterval: ({ state: { data } }) => (data?.state === 'checking' ? UNDER_WAY_MS : false),
    meta: { quiet: true },
  });

export const isRunning = ({ state }: ImportRun) => state === 'waiting' || state === 'running';

export const runsQuery = (guildId: string) =>
  queryOptions({
    queryKey: keys.runs(guildId),
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'import.runs',
        { params: { guild_id: guildId } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? UNDER_WAY_MS : RUNS_MS),
    meta: { quiet: true },
  });

export const queueQuery = (guildId: string) =>
  queryOptions({
    queryKey: keys.queue(guildId),
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'import.queue',
        { params: { guild_id: guildId } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    refetchInterval: RUNS_MS,
    meta: { quiet: true },
  });

/** The whole log of an import, from its first line on, a page at a time. */
export const wholeLogQuery = (guildId: string, run_id: string) => ({
  queryKey: keys.log(guildId, run_id),
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call('import.logs', { params: { guild_id: guildId, run_id }, query: { after: pageParam } }, { signal }),
  meta: { quiet: true },
});

interface Chosen {
  upload_id: string;
  mapping: ImportMapping;
}

/** Whatever is done to an upload changes what is listed, also where it fails: somebody else was faster. */
const changesTransfers = (queryClient: QueryClient, guildId: string) => ({
  onSettled: () => readTransfersAgain(queryClient, guildId),
});

export const checkImportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ upload_id, mapping }: Chosen) =>
      call('import.check', { params: { guild_id: guildId, upload_id }, body: { mapping } }),
    ...changesTransfers(queryClient, guildId),
  });

export const confirmImportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ upload_id, mapping }: Chosen) =>
      call('import.confirm', { params: { guild_id: guildId, upload_id }, body: { mapping } }),
    ...changesTransfers(queryClient, guildId),
  });

/** Goes on with an import that stopped, as it was confirmed. */
export const resumeImportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (upload_id: string) =>
      call('import.confirm', { params: { guild_id: guildId, upload_id }, body: {} }),
    ...changesTransfers(queryClient, guildId),
  });

export const discardImportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (upload_id: string) => call('import.discard', { params: { guild_id: guildId, upload_id } }),
    ...changesTransfers(queryClient, guildId),
  });

export const copySourcesQuery = (guildId: string) =>
  queryOptions({
    queryKey: keys.sources(guildId),
    queryFn: ({ signal }) => call('copy.sources', { params: { guild_id: guildId } }, { signal }),
    meta: { quiet: true },
  });

export const prepareCopyMutation = (guildId: string) =>
  mutationOptions({
    mutationFn: (body: CopyRequest) => call('copy.prepare', { params: { guild_id: guildId }, body }),
  });

export const checkCopyMutation = (guildId: string) =>
  mutationOptions({
    mutationFn: ({ upload_id, mapping }: Chosen) =>
      call('copy.check', { params: { guild_id: guildId, upload_id }, body: { mapping } }),
  });

export const startCopyMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: ({ upload_id, mapping }: Chosen) =>
      call('copy.start', { params: { guild_id: guildId, upload_id }, body: { mapping } }),
    ...changesTransfers(queryClient, guildId),
  });

export const isExporting = ({ state }: ServerExport) => state === 'waiting' || state === 'running';

export const exportsQuery = (guildId: string) =>
  queryOptions({
    queryKey: keys.exports(guildId),
    queryFn: ({ signal, client, queryKey }) =>
      call(
        'export.list',
        { params: { guild_id: guildId } },
        { signal, track: client.getQueryData(queryKey) === undefined },
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isExporting) ? UNDER_WAY_MS : false),
    meta: { quiet: true },
  });

export const startExportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (contents: ExportContents) =>
      call('export.start', { params: { guild_id: guildId }, body: { contents } }),
    ...changesTransfers(queryClient, guildId),
  });

export const cancelExportMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (export_id: string) => call('export.cancel', { params: { guild_id: guildId, export_id } }),
    ...changesTransfers(queryClient, guildId),
  });

export const exportLinkMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (export_id: string) => call('export.link', { params: { guild_id: guildId, export_id } }),
    onError: () => readTransfersAgain(queryClient, guildId),
  });

/** Those that the page shows: what was refused, waits for a word, or is about to. */
export const isPending = ({ state }: ListedUpload) =>
  state === 'checking' || state === 'checked' || state === 'refused' || state === 'failed';
