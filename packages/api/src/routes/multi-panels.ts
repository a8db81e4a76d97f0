import {
  createMultiPanel,
  listMultiPanels,
  removeMultiPanel,
  resendMultiPanel,
  updateMultiPanel,
} from '@tickets/core/panels/multi/multi-panels';
import { type ApiParts, mount } from '../mount.ts';

export function multiPanelRoutes(parts: ApiParts): void {
  const { ctx } = parts;
  const success = true as const;

  mount(parts, 'multi_panels.list', async ({ params }) => ({
    success,
    data: await listMultiPanels(ctx, params.guild_id),
  }));

  mount(parts, 'multi_panels.create', async ({ params, body, actor }) => ({
    success,
    data: await createMultiPanel(ctx, actor, params.guild_id, body),
  }));

  mount(parts, 'multi_panels.update', async ({ params, body, actor }) => ({
    success,
    data: await updateMultiPanel(ctx, actor, params.guild_id, params.multi_panel_id, body),
  }));

  mount(parts, 'multi_panels.resend', async ({ params, actor }) => {
    await resendMultiPanel(ctx, actor, params.guild_id, params.multi_panel_id);
    return { success };
  });

  mount(parts, 'multi_panels.remove', async ({ params, actor }) => {
    await removeMultiPanel(ctx, actor, params.guild_id, params.multi_panel_id);
    return { success };
  });
}
