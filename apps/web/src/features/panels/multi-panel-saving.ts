import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { multiPanelsQuery } from '../../lib/api/guild.queries.ts';
import { type MultiPanelForm, multiPanelFormOf, multiPanelPayload } from './multi-panel-form.ts';
import { refreshPanels } from './panels.queries.ts';
import type { Saving } from './use-editor-save.ts';

/** Creates a multi-panel, or saves the one with this id. */
export const multiPanelSaving = (
  queryClient: QueryClient,
  guild_id: string,
  multi_panel_id: number | undefined,
): Saving<MultiPanelForm> => ({
  save: async (form, { version }) => {
    const body = multiPanelPayload(form);
    if (multi_panel_id === undefined || version === undefined)
      await call('multi_panels.create', { params: { guild_id }, body });
    else
      await call('multi_panels.update', {
        params: { guild_id, multi_panel_id },
        body: { ...body, based_on: version },
      });
  },
  read: async () => {
    const panels = await queryClient.fetchQuery({ ...multiPanelsQuery(guild_id), staleTime: 0 });
    const panel = panels.find(({ id }) => id === multi_panel_id);
    return panel && { value: multiPanelFormOf(panel), version: panel.version };
  },
  refresh: () => refreshPanels(queryClient, guild_id),
});
