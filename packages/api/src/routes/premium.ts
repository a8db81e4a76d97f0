import { chooseServers, readOwnEntitlements } from '@tickets/core/premium/choose-servers';
import { type ApiParts, mount } from '../mount.ts';

/** Whose premium it is, is whose session it is. */
export function premiumRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'premium.own_entitlements', ({ session }) => readOwnEntitlements(ctx, session.user_id));

  mount(parts, 'premium.choose_servers', async ({ session, body }) => {
    await chooseServers(ctx, session.user_id, body.selected_guilds);
    return undefined;
  });
}
