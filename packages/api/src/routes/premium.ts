import { chooseServers, ownEntitlements } from '@tickets/core/premium/subscriptions';
import { type ApiParts, mount } from '../http/mount.ts';

export function premiumRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'premium.own', ({ session }) => ownEntitlements(ctx, session.user_id));

  mount(parts, 'premium.choose_servers', async ({ session, body }) => {
    await chooseServers(ctx, session.user_id, body.selected_guilds);
    return undefined;
  });
}
