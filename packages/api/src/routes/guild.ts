import { isLetIn, ownLevel } from '@tickets/core/access/access';
import { discordProblem } from '@tickets/core/bots/discord-problem';
import type { Installation } from '@tickets/core/platform/processes/processes';
import { premiumTier } from '@tickets/core/premium/tier';
import { listChannels } from '@tickets/core/servers/channels';
import { getGuildDetail, listEmojis, listRoles } from '@tickets/core/servers/guilds';
import { searchMembers } from '@tickets/core/servers/members';
import { usersSoon } from '@tickets/core/servers/users';
import { listGoneTargets } from '@tickets/core/tickets/channel/gone-targets';
import { type ApiParts, mount } from '../http/mount.ts';

export function guildRoutes(parts: ApiParts, installation: () => Promise<Installation>): void {
  const { ctx } = parts;

  mount(parts, 'guild.get', async ({ params, call }) => ({
    ...(await getGuildDetail(call, params.guild_id)),
    let_in: isLetIn(call.caller.access),
    own_level: ownLevel(call.caller.access),
  }));

  mount(parts, 'guild.discord', async ({ params }) => {
    const [{ problem, until }, gone] = await Promise.all([
      discordProblem(ctx, installation),
      listGoneTargets(ctx, params.guild_id),
    ]);
    return { problem, until: until?.toISOString() ?? null, gone };
  });

  mount(parts, 'guild.channels', ({ params, query }) =>
    listChannels(ctx, params.guild_id, { refresh: query.refresh ?? false }),
  );

  mount(parts, 'guild.roles', async ({ params }) => ({
    success: true as const,
    roles: await listRoles(ctx, params.guild_id),
  }));

  mount(parts, 'guild.emojis', ({ params }) => listEmojis(ctx, params.guild_id));

  mount(parts, 'guild.premium', async ({ params, query }) => {
    const tier = await premiumTier(ctx, params.guild_id, { include_voting: query.include_voting ?? false });
    return { premium: tier >= 0, tier };
  });

  mount(parts, 'guild.people', async ({ params, query }) => [
    ...(await usersSoon(ctx, params.guild_id, query.ids)).values(),
  ]);

  mount(parts, 'guild.search_members', ({ params, query, call }) =>
    searchMembers(call, params.guild_id, query.query),
  );
}
