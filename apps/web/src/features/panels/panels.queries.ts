import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { RouteInput } from '@tickets/contract/routes';
import { call } from '../../lib/api.ts';

export const panelKeys = {
  list: (guildId: string) => ['guild', guildId, 'panels'] as const,
};

export const panelsQuery = (guildId: string) =>
  queryOptions({
    queryKey: panelKeys.list(guildId),
    queryFn: ({ signal }) => call('panels.list', { params: { guild_id: guildId } }, { signal }),
    meta: { failed: 'panels' },
  });

export const createPanelMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (body: RouteInput<'panels.create'>['body']) =>
      call('panels.create', { params: { guild_id: guildId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: panelKeys.list(guildId) }),
  });

export const removePanelMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (panel_id: number) => call('panels.remove', { params: { guild_id: guildId, panel_id } }),
    onSuccess: (_, panel_id) => {
      queryClient.setQueryData(panelsQuery(guildId).queryKey, (panels) =>
        panels?.filter((panel) => panel.panel_id !== panel_id),
      );
      return queryClient.invalidateQueries({ queryKey: panelKeys.list(guildId) });
    },
  });
