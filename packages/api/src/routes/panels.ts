import { createPanel, listPanels, removePanel, resendPanel, updatePanel } from '@tickets/core/panels/panels';
import { checkPanelQuota } from '@tickets/core/premium/panel-quota';
import { type ApiParts, mount } from '../mount.ts';

export function panelRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'panels.list', ({ params }) => listPanels(ctx, params.guild_id));

  mount(
    parts,
    'panels.create',
    async ({ params, body, actor }) => {
      const { panel_id } = await createPanel(ctx, actor, params.guild_id, body);
      return { success: true as const, panel_id };
    },
    // A panel too many is told so, whatever else is the matter with it.
    { beforeBody: ({ guild_id }) => checkPanelQuota(ctx, ctx.db, guild_id) },
  );

  mount(parts, 'panels.update', async ({ params, body, actor }) => {
    await updatePanel(ctx, actor, params.guild_id, params.panel_id, body);
    return { success: true as const };
  });

  mount(parts, 'panels.resend', async ({ params, actor }) => {
    await resendPanel(ctx, actor, params.guild_id, params.panel_id);
    return { success: true as const };
  });

  mount(parts, 'panels.remove', async ({ params, actor }) => {
    await removePanel(ctx, actor, params.guild_id, params.panel_id);
    return { success: true as const };
  });
}
