import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DataRequest, OwnData } from '@tickets/contract/personal-data/personal-data';
import { ApiError, call } from '../../lib/api/api.ts';

/** How often one sees how far something is, and whether something begins that waits. */
const RUNNING_MS = 1_000;
const WAITING_MS = 15_000;

/** Null once everything is erased: with the rest the sign-in has gone that asked. */
export const ownDataQuery = queryOptions({
  queryKey: ['own-data'],
  queryFn: async ({ signal, client }): Promise<OwnData | null> => {
    const before = client.getQueryData<OwnData | null>(['own-data']);
    const isErasing = before?.erasure?.state === 'running' || before?.erasure?.state === 'waiting';
    try {
      return await call('own_data.get', undefined, { signal, track: !before, signInOn401: !isErasing });
    } catch (error) {
      if (isErasing && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  refetchInterval: ({ state: { data } }) => {
    if (!data) return false;
    if (isUnderWay(data.export) || data.erasure?.state === 'running') return RUNNING_MS;
    return data.erasure?.state === 'waiting' ? WAITING_MS : false;
  },
  meta: { quiet: true },
});

export const isUnderWay = (request: DataRequest | null) =>
  request?.state === 'waiting' || request?.state === 'running';

const readAgain = (queryClient: QueryClient) => () => queryClient.invalidateQueries(ownDataQuery);

export const copyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call('own_data.export'),
    onSettled: readAgain(queryClient),
  });

export const linkMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call('own_data.export_link'),
    onError: readAgain(queryClient),
  });

export const eraseMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (username: string) => call('own_data.erase', { body: { username } }),
    onSettled: readAgain(queryClient),
  });

export const cancelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call('own_data.cancel_erasure'),
    onSettled: readAgain(queryClient),
  });
