import type { QueryClient } from '@tanstack/react-query';
import { withoutFooter } from '../../components/editors/embed-form.ts';
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
  { premium }: { premium: boolean },
): Saving<MultiPanelForm> => ({
  save: async (form, { version }) => {
    if (multi_panel_id === undefined || version === undefined) {
      // Only one that is there already keeps its footer when premium has ended.
      const made = premium ? form : { ...form, embed: withoutFooter(form.embed) };
      await call('multi_panels.create', { params: { guild_id }, body: multiPanelPayload(made) });
    } else
      await call('multi_panels.update', {
        params: { guild_id, multi_panel_id },
        body: { ...multiPanelPayload(form), based_on: version },
      });
  },
  read: async () => {
    const panels = await queryClient.fetchQuery({ ...multiPanelsQuery(guild_id), staleTime: 0 });
    const panel = panels.find(({ id }) => id === multi_panel_id);
    return panel && { value: multiPanelFormOf(panel), version: panel.version };
  },
  refresh: () => refreshPanels(queryClient, guild_id),
});
