import { discordProblem } from '@tickets/core/platform/discord/problem';
import { premiumTier } from '@tickets/core/premium/tier';
import { listChannels } from '@tickets/core/servers/channels';
import { getGuildDetail, listEmojis, listRoles } from '@tickets/core/servers/guilds';
import { searchMembers } from '@tickets/core/servers/members';
import { type Doors, mount } from '../mount.ts';

export function guildRoutes(doors: Doors, bot_state: () => string): void {
  const { ctx } = doors;

  mount(doors, 'guild.get', ({ params }) => getGuildDetail(ctx, params.guild_id));

  mount(doors, 'guild.discord', () => ({ problem: discordProblem(ctx, bot_state()) }));

  mount(doors, 'guild.channels', ({ params, query }) =>
    listChannels(ctx, params.guild_id, { refresh: query.refresh ?? false }),
  );

  mount(doors, 'guild.roles', async ({ params }) => ({
    success: true as const,
    roles: await listRoles(ctx, params.guild_id),
  }));

  mount(doors, 'guild.emojis', ({ params }) => listEmojis(ctx, params.guild_id));

  mount(doors, 'guild.premium', async ({ params, query }) => {
    const tier = await premiumTier(ctx, params.guild_id, { include_voting: query.include_voting ?? false });
    return { premium: tier >= 0, tier };
  });

  mount(doors, 'guild.search_members', ({ params, query }) =>
    searchMembers(ctx, params.guild_id, query.query),
  );
}
