import { guildIconUrl } from '../cdn/links.ts';
import type { World } from '../world/world.ts';

/** Servers that a person could join: all where they are neither a member nor banned. */
export function joinableServers(world: World, userId: string) {
  return world.guilds
    .all()
    .filter(
      (guild) => !world.members.has(`${guild.id}:${userId}`) && !world.bans.has(`${guild.id}:${userId}`),
    )
    .map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon_url: guildIconUrl(world, guild),
      member_count: world.members.countIn('guild', guild.id),
    }));
}
