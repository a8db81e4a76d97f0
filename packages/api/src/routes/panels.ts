import { createPanel, listPanels, removePanel, resendPanel, updatePanel } from '@tickets/core/panels/panels';
import { checkPanelQuota } from '@tickets/core/premium/panel-quota';
import { type ApiParts, mount } from '../http/mount.ts';

export function panelRoutes(parts: ApiParts): void {
  mount(parts, 'panels.list', ({ params, call }) => listPanels(call, params.guild_id));

  mount(
    parts,
    'panels.create',
    async ({ params, body, call }) => {
      const { panel_id } = await createPanel(call, params.guild_id, body);
      return { success: true as const, panel_id };
    },
    // A panel too many is told so, whatever else is the matter with it.
    { beforeBody: (call) => checkPanelQuota(call, call.db, call.caller.access.guild_id) },
  );

  mount(parts, 'panels.update', async ({ params, body, call }) => {
    await updatePanel(call, params.guild_id, params.panel_id, body);
    return { success: true as const };
  });

  mount(parts, 'panels.resend', async ({ params, call }) => {
    await resendPanel(call, params.guild_id, params.panel_id);
    return { success: true as const };
  });

  mount(parts, 'panels.remove', async ({ params, call }) => {
    await removePanel(call, params.guild_id, params.panel_id);
    return { success: true as const };
  });
}
