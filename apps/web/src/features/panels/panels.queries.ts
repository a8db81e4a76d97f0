import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { guildKeys, multiPanelsQuery, panelsQuery } from '../../lib/api/guild.queries.ts';

/** A panel's button stands in multi-panels too, so what changes one list may change the other. */
export const refreshPanels = (queryClient: QueryClient, guildId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: guildKeys.panels(guildId) }),
    queryClient.invalidateQueries({ queryKey: guildKeys.multiPanels(guildId) }),
  ]);

export const resendPanelMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (panel_id: number) => call('panels.resend', { params: { guild_id, panel_id } }),
    onSettled: () => refreshPanels(queryClient, guild_id),
  });

export const removePanelMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (panel_id: number) => call('panels.remove', { params: { guild_id, panel_id } }),
    onSuccess: (_, panel_id) => {
      queryClient.setQueryData(panelsQuery(guild_id).queryKey, (panels) =>
        panels?.filter((panel) => panel.panel_id !== panel_id),
      );
      return refreshPanels(queryClient, guild_id);
    },
  });

export const resendMultiPanelMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (multi_panel_id: number) =>
      call('multi_panels.resend', { params: { guild_id, multi_panel_id } }),
    onSettled: () => refreshPanels(queryClient, guild_id),
  });

export const removeMultiPanelMutation = (queryClient: QueryClient, guild_id: string) =>
  mutationOptions({
    mutationFn: (multi_panel_id: number) =>
      call('multi_panels.remove', { params: { guild_id, multi_panel_id } }),
    onSuccess: (_, multi_panel_id) => {
      queryClient.setQueryData(multiPanelsQuery(guild_id).queryKey, (panels) =>
        panels?.filter((panel) => panel.id !== multi_panel_id),
      );
      return refreshPanels(queryClient, guild_id);
    },
  });
