import {
  createMultiPanel,
  listMultiPanels,
  removeMultiPanel,
  resendMultiPanel,
  updateMultiPanel,
} from '@tickets/core/panels/multi/multi-panels';
import { type ApiParts, mount } from '../http/mount.ts';

export function multiPanelRoutes(parts: ApiParts): void {
  const success = true as const;

  mount(parts, 'multi_panels.list', async ({ params, call }) => ({
    success,
    data: await listMultiPanels(call, params.guild_id),
  }));

  mount(parts, 'multi_panels.create', async ({ params, body, call }) => ({
    success,
    data: await createMultiPanel(call, params.guild_id, body),
  }));

  mount(parts, 'multi_panels.update', async ({ params, body, call }) => ({
    success,
    data: await updateMultiPanel(call, params.guild_id, params.multi_panel_id, body),
  }));

  mount(parts, 'multi_panels.resend', async ({ params, call }) => {
    await resendMultiPanel(call, params.guild_id, params.multi_panel_id);
    return { success };
  });

  mount(parts, 'multi_panels.remove', async ({ params, call }) => {
    await removeMultiPanel(call, params.guild_id, params.multi_panel_id);
    return { success };
  });
}
