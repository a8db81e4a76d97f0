import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { WhitelabelBot } from '@tickets/contract/whitelabel/whitelabel';
import { whitelabelLimits } from '@tickets/contract/whitelabel/whitelabel-limits';
import { ApiError, call } from '../../lib/api/api.ts';
import { translate } from '../../lib/page/translate.ts';

const keys = { bot: ['whitelabel', 'bot'], errors: ['whitelabel', 'errors'] } as const;

/** How often one sees what becomes of a bot that connects, and of one that is online. */
const CONNECTING_MS = 2_000;
const ONLINE_MS = 5_000;

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status;

/** Null while there is no bot; `unpaid` for those whose premium lets them run none. */
export const botQuery = queryOptions({
  queryKey: keys.bot,
  queryFn: async ({ signal, client }): Promise<WhitelabelBot | 'unpaid' | null> => {
    const before = client.getQueryData<WhitelabelBot | 'unpaid' | null>(keys.bot);
    try {
      const bot = await call('whitelabel.get', undefined, { signal, track: !before });
      // What it came to may be explained there.
      if (before && before !== 'unpaid' && before.state !== bot.state)
        void client.invalidateQueries({ queryKey: keys.errors });
      return bot;
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      if (hasStatus(error, 402)) return 'unpaid';
      throw error;
    }
  },
  refetchInterval: ({ state: { data } }) =>
    data && data !== 'unpaid' ? (data.state === 'ready' ? ONLINE_MS : CONNECTING_MS) : false,
});

export const errorsQuery = queryOptions({
  queryKey: keys.errors,
  queryFn: async ({ signal, client }) => {
    try {
      const track = !client.getQueryData(keys.errors);
      return (await call('whitelabel.errors', undefined, { signal, track })).errors ?? [];
    } catch (error) {
      // The bot's own answer says so, and the page is left for it.
      if (hasStatus(error, 402)) return [];
      throw error;
    }
  },
  refetchInterval: ONLINE_MS,
});

const readAgain = (queryClient: QueryClient) => () =>
  Promise.all([queryClient.invalidateQueries(botQuery), queryClient.invalidateQueries(errorsQuery)]);

export const submitMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (token: string) => call('whitelabel.submit', { body: { token } }),
    onSuccess: readAgain(queryClient),
    meta: { too_fast: true },
  });

export const disableMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call('whitelabel.disable'),
    onSuccess: () => {
      queryClient.setQueryData(botQuery.queryKey, null);
      return readAgain(queryClient)();
    },
  });

export const setStatusMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { status: string; status_type: string }) => call('whitelabel.set_status', { body }),
    onSuccess: readAgain(queryClient),
    meta: { too_fast: true },
  });

export const clearStatusMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call('whitelabel.clear_status'),
    onSuccess: readAgain(queryClient),
    meta: { too_fast: true },
  });

export const createCommandsMutation = mutationOptions({
  mutationFn: async () => {
    const signal = AbortSignal.timeout(whitelabelLimits.commands_timeout_ms);
    try {
      return await call('whitelabel.create_commands', undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new ApiError(0, { error: translate('whitelabel.bot.commands_timeout') }, { cause: error });
    }
  },
});
