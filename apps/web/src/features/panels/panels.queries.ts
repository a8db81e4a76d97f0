import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { RouteInput } from '@tickets/contract/routes';
import { call } from '../../lib/api.ts';
import { guildKeys, panelsQuery } from '../../lib/guild.queries.ts';

export const createPanelMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (body: RouteInput<'panels.create'>['body']) =>
      call('panels.create', { params: { guild_id: guildId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: guildKeys.panels(guildId) }),
  });

export const removePanelMutation = (queryClient: QueryClient, guildId: string) =>
  mutationOptions({
    mutationFn: (panel_id: number) => call('panels.remove', { params: { guild_id: guildId, panel_id } }),
    onSuccess: (_, panel_id) => {
      queryClient.setQueryData(panelsQuery(guildId).queryKey, (panels) =>
        panels?.filter((panel) => panel.panel_id !== panel_id),
      );
      return queryClient.invalidateQueries({ queryKey: guildKeys.panels(guildId) });
    },
  });
