import type { QueryClient, QueryKey, QueryOptions } from '@tanstack/react-query';
import { lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { hasAnswersAhead } from '../lib/api/first-view.ts';
import { guildQueries } from '../lib/api/guild.queries.ts';
import { loadMessages } from '../lib/page/messages.ts';
import { sleep } from '../lib/time/sleep.ts';
import type { PageEntry, Read } from './pages.ts';

interface Entering {
  queryClient: QueryClient;
  guildId: string;
  params: Record<string, string>;
  /** What the address that is entered asks for, as it was written. */
  search: Record<string, unknown>;
}

/** The queries of what pages read, by route; undefined for what the address rules out. */
export type Queries = { [R in Read]?: (entering: Entering) => object | undefined };

interface ScreenModule {
  /** For what the page reads of its own subject. */
  queries?: Queries;
  [component: string]: unknown;
}

/** So long the first view waits for what it shows, so that it is drawn once. */
const AHEAD_MS = 500;

const files = import.meta.glob<ScreenModule>(['../features/**/*-page.tsx', '!../features/servers/**']);

/**
 * The options of a route whose screen, with its texts, is fetched when the route is entered or pointed at, and then
 * what the screen reads: `createRoute({ ..., ...screen(serverPages.tags) })`.
 */
export function screen<P extends PageEntry>(page: P) {
  const fetchScreen = async () => {
    const load = files[`../features/${page.screen}.tsx`];
    if (!load) throw notFound();
    const [module] = await Promise.all([load(), loadMessages(...page.texts)]);
    return module;
  };
  return {
    path: page.path as P['path'],
    component: lazyRouteComponent<Record<string, ComponentType>, string>(async () => {
      const module = await fetchScreen();
      const found = module[page.component];
      if (typeof found !== 'function') throw new Error(`${page.screen} exports no ${page.component}`);
      // A function in PascalCase that a screen exports under this name is its component.
      return { [page.component]: found as ComponentType };
    }, page.component),
    // Typed loosely on purpose: a narrower type would become the type of the route's own parameters.
    loader: async (entering: unknown) => {
      const { queries } = await fetchScreen();
      const { context, params, cause, location } = entering as {
        context: { queryClient: QueryClient };
        params: Entering['params'];
        location: { search: Entering['search'] };
        cause: 'preload' | 'enter' | 'stay';
      };
      // To point at a link is not to read what is behind it.
      if (page.is_noted && cause === 'preload') return;
      const known: Queries = { ...guildQueries, ...queries };
      const isFirst = hasAnswersAhead();
      const reads = page.reads.flatMap((read) => {
        const query = known[read]?.({
          queryClient: context.queryClient,
          guildId: params.guildId ?? '',
          params,
          search: location.search,
        });
        if (!query) return [];
        return [context.queryClient.prefetchQuery(query as QueryOptions & { queryKey: QueryKey })];
      });
      // What was asked ahead is there already, or nearly. Otherwise the screen shows its own skeleton at once.
      if (isFirst) await Promise.race([Promise.all(reads), sleep(AHEAD_MS)]);
    },
  };
}
