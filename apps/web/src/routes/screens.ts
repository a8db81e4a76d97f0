import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadMessages, type Subject } from '../lib/messages.ts';

interface ScreenModule {
  /** Starts what the screen will ask for, while the screen itself is still on its way. */
  load?: (context: { queryClient: QueryClient; guildId: string; params: Record<string, string> }) => unknown;
  [component: string]: unknown;
}

interface Entering {
  context: { queryClient: QueryClient };
  params: Record<string, string>;
}

const files = import.meta.glob<ScreenModule>(['../features/*/*-page.tsx', '!../features/servers/*']);

export function hasScreen(path: string): boolean {
  return `../features/${path}.tsx` in files;
}

/**
 * The options of a route whose screen, with its texts, is fetched when the route is entered or pointed at:
 * `createRoute({ ..., ...screen('tags/tags-page', 'TagsPage', 'tags') })`. A screen module may export `load`.
 */
export function screen(path: string, component: string, ...subjects: Subject[]) {
  const fetchScreen = async () => {
    const load = files[`../features/${path}.tsx`];
    if (!load) throw notFound();
    const [module] = await Promise.all([load(), loadMessages(...subjects)]);
    return module;
  };
  return {
    component: lazyRouteComponent<Record<string, ComponentType>, string>(async () => {
      const module = await fetchScreen();
      const found = module[component];
      if (typeof found !== 'function') throw new Error(`${path} exports no component ${component}`);
      // A function in PascalCase that a screen exports under this name is its component.
      return { [component]: found as ComponentType };
    }, component),
    // Typed loosely on purpose: a narrower type would become the type of the route's own parameters.
    loader: async (entering: unknown) => {
      const module = await fetchScreen();
      // Not waited for: the screen shows its own skeleton.
      const { context, params } = entering as Entering;
      module.load?.({ queryClient: context.queryClient, guildId: params.guildId ?? '', params });
    },
  };
}
