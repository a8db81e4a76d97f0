import { listWhitelabelErrors } from '@tickets/core/whitelabel/errors';
import {
  clearStatus,
  createCommands,
  disableOwnBot,
  listOwnServers,
  readOwnBot,
  setStatus,
} from '@tickets/core/whitelabel/own';
import { submitToken } from '@tickets/core/whitelabel/submit';
import { type ApiParts, mount } from '../http/mount.ts';

export function whitelabelRoutes(parts: ApiParts): void {
  const { ctx } = parts;
  const ok = { success: true } as const;

  mount(parts, 'whitelabel.get', ({ session }) => readOwnBot(ctx, session.user_id));

  mount(parts, 'whitelabel.submit', ({ session, body }) => submitToken(ctx, session.user_id, body.token));

  mount(parts, 'whitelabel.disable', async ({ session }) => {
    await disableOwnBot(ctx, session.user_id);
    return undefined;
  });

  mount(parts, 'whitelabel.set_status', async ({ session, body }) => {
    await setStatus(ctx, session.user_id, body);
    return ok;
  });

  mount(parts, 'whitelabel.clear_status', async ({ session }) => {
    await clearStatus(ctx, session.user_id);
    return ok;
  });

  mount(parts, 'whitelabel.errors', async ({ session }) => {
    return { ...ok, errors: await listWhitelabelErrors(ctx, session.user_id) };
  });

  mount(parts, 'whitelabel.create_commands', async ({ session }) => {
    await createCommands(ctx, session.user_id);
    return ok;
  });

  mount(parts, 'whitelabel.guilds', ({ session }) => listOwnServers(ctx, session.user_id));
}
