import { cancelExport, exportLink, listExports, startExport } from '@tickets/core/transfer/export/exports';
import { type ApiParts, mount } from '../mount.ts';

export function transferRoutes(parts: ApiParts): void {
  mount(parts, 'export.list', ({ params, call }) => listExports(call, params.guild_id));

  mount(parts, 'export.start', ({ params, body, call }) => startExport(call, params.guild_id, body));

  mount(parts, 'export.cancel', async ({ params, call }) => {
    await cancelExport(call, params);
    return undefined;
  });

  mount(parts, 'export.link', ({ params, call }) => exportLink(call, params));
}
