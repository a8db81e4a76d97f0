import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { guildKeys } from '../api/guild.queries.ts';

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const ask = (guildId: string, q: string, cursor: string | undefined, signal: AbortSignal) =>
  call(
    'search.find',
    { params: { guild_id: guildId }, query: { q, tz: timeZone(), ...(cursor ? { cursor } : {}) } },
    { signal },
  );

/**
 * All that is found, a page after the other. The page shows by itself what is wrong with a search. An empty line has no
 * pages, so that what was found before it does not come back with the next letter.
 */
export const searchQuery = (guildId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...guildKeys.search(guildId), 'pages', q],
    queryFn: ({ signal, pageParam }) => ask(guildId, q, pageParam || undefined, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    enabled: q !== '',
    ...(q ? {} : { initialData: { pages: [], pageParams: [] } }),
    meta: { quiet: true },
  });

/** What stands on the first page. */
export const firstResultsQuery = (guildId: string, q: string) =>
  queryOptions({
    queryKey: [...guildKeys.search(guildId), 'first', q],
    queryFn: ({ signal }) => ask(guildId, q, undefined, signal),
    meta: { quiet: true },
  });
