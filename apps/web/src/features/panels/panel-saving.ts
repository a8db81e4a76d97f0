import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { panelsQuery } from '../../lib/api/guild.queries.ts';
import { newFormOf, type PanelForm, panelFormOf, panelPayload } from './panel-form.ts';
import { refreshPanels } from './panels.queries.ts';
import type { Saving } from './use-editor-save.ts';

/** Creates a panel, or saves the one with this id. */
export const panelSaving = (
  queryClient: QueryClient,
  guild_id: string,
  panel_id: number | undefined,
  has: { premium: boolean },
): Saving<PanelForm> => ({
  save: async (form, { version }) => {
    if (panel_id === undefined || version === undefined)
      await call('panels.create', { params: { guild_id }, body: panelPayload(newFormOf(form, has)) });
    else
      await call('panels.update', {
        params: { guild_id, panel_id },
        body: { ...panelPayload(form), based_on: version },
      });
  },
  read: async () => {
    const panels = await queryClient.fetchQuery({ ...panelsQuery(guild_id), staleTime: 0 });
    const panel = panels.find((one) => one.panel_id === panel_id);
    return panel && { value: panelFormOf(panel), version: panel.version };
  },
  refresh: () => refreshPanels(queryClient, guild_id),
});
