import { listEntries } from '@tickets/core/audit/list';
import { previewUndo, undo } from '@tickets/core/undo/undo';
import { type ApiParts, mount } from '../http/mount.ts';

export function auditRoutes(parts: ApiParts): void {
  mount(parts, 'audit.list', ({ params, body, call }) => listEntries(call, params.guild_id, body));

  mount(parts, 'audit.preview_undo', ({ params, call }) =>
    previewUndo(call, params.guild_id, params.entry_id),
  );

  mount(parts, 'audit.undo', async ({ params, call }) => ({
    success: true as const,
    entry_id: await undo(call, params.guild_id, params.entry_id),
  }));
}
