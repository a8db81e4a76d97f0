import {
  askForErasure,
  askForExport,
  cancelErasure,
  findExport,
  readOwnData,
  requireFreshSignIn,
  requireOwnName,
  viewRequest,
} from '@tickets/core/personal-data/requests';
import { signExportUrl } from '@tickets/core/platform/storage/file-links';
import { type ApiParts, mount } from '../http/mount.ts';

/** Whose data it is, is whose session it is: no call names a person. */
export function ownDataRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'own_data.get', ({ session }) => readOwnData(ctx, session));

  mount(parts, 'own_data.export', async ({ session }) => {
    await requireFreshSignIn(ctx, session);
    return viewRequest(ctx, await askForExport(ctx, session.user_id));
  });

  mount(parts, 'own_data.export_link', async ({ session }) => {
    await requireFreshSignIn(ctx, session);
    const { request_id } = await findExport(ctx, session.user_id);
    return { url: signExportUrl(ctx, request_id) };
  });

  mount(parts, 'own_data.erase', async ({ session, body }) => {
    await requireFreshSignIn(ctx, session);
    await requireOwnName(ctx, session.user_id, body.username);
    return viewRequest(ctx, await askForErasure(ctx, session.user_id));
  });

  mount(parts, 'own_data.cancel_erasure', async ({ session }) => {
    await cancelErasure(ctx, session.user_id);
    return undefined;
  });
}
