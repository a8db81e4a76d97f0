import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../page/toast.ts';
import { translate } from '../page/translate.ts';
import { ApiError } from './api.ts';
import { isUnknownGuild } from './denied.ts';

/** What can fail to load under a text of its own. */
export type LoadFailure =
  | 'premium'
  | 'channels'
  | 'panels'
  | 'multi_panels'
  | 'teams'
  | 'roles'
  | 'emojis'
  | 'forms';

interface Meta extends Record<string, unknown> {
  /** Tells a failure as 'Failed to load channels: {error}'. */
  failed?: LoadFailure;
  /** The screen shows the failure itself. */
  quiet?: boolean;
  /** Which failures the screen shows itself, where it does not show all, or asks about. */
  isShown?: (error: unknown) => boolean;
  /** A 429 is told by the general text, whatever the server wrote. */
  too_fast?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}

const MAX_RETRIES = 1;
/** Of reads that the server answered with "later": many people of one address share its limits. */
const MAX_WAITS = 10;
const LONGEST_CHANCE_MS = 30_000;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A first load that fails is shown by the screen in the place of what it lists.
        const isFirst = query.state.data === undefined;
        const shownByScreen = isUnknownGuild(error) || query.meta?.quiet || query.meta?.isShown?.(error);
        if (isFirst ? isTold(error, query.meta) : !shownByScreen) toast.error(errorText(error, query.meta));
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet && !mutation.meta?.isShown?.(error))
          toast.error(errorText(error, mutation.meta));
        // What was acted on is gone: someone else deleted it, and the page still lists it.
        if (error instanceof ApiError && error.status === 404) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) =>
          waitOf(error) === undefined ? retryOutage(failures, error) : failures < MAX_WAITS,
        retryDelay: (failures, error) => {
          const wait = waitOf(error);
          const longest = Math.min(1000 * 2 ** failures, LONGEST_CHANCE_MS);
          if (wait === undefined) return longest;
          toast.warning(error.message);
          return wait + Math.random() * longest;
        },
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/** Whether a toast tells of a first load that failed, which it does where that failure has a text of its own. */
const isTold = (error: unknown, { failed, quiet, isShown }: Meta = {}) =>
  failed !== undefined && !quiet && !isUnknownGuild(error) && !isShown?.(error);

/** The text in place of what could not be loaded: the reason, unless a toast has given it. */
export const failureText = (error: unknown, meta?: Meta): string =>
  isTold(error, meta) ? translate('common.error.not_loaded') : errorText(error, meta);

/** The text of any error for a person. */
export function errorText(error: unknown, meta: Meta = {}): string {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return translate('common.error.unexpected');
  }
  const text = meta.too_fast && error.status === 429 ? translate('common.error.too_fast') : plainText(error);
  return meta.failed ? translate(`common.failed.${meta.failed}`, { error: text }) : text;
}

/** What is wrong with single fields, without the names that they have in what was sent: each shows its own. */
function plainText({ code, fields, message }: ApiError): string {
  if (code !== 'request.invalid' || !fields.length) return message;
  return [...new Set(fields.map((field) => field.message))].join(' ');
}

/** For reads that tell at once that they came too fast. A refusal stays a refusal. */
export function retryOutage(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** How long to wait, in milliseconds, where somebody asked too fast and the server says when to ask again. */
export function waitOf(error: unknown): number | undefined {
  return error instanceof ApiError && error.status === 429 ? error.retryAfterMs : undefined;
}
