import type { SimRole, SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** How someone is called: by nickname in a server, else by the name they show, else by username. */
export function displayName(
  world: World,
  user: Pick<SimUser, 'id' | 'global_name' | 'username'>,
  guildId?: string,
): string {
  const nick = guildId ? world.members.get(`${guildId}:${user.id}`)?.nick : undefined;
  return nick ?? user.global_name ?? user.username;
}

/** The roles of a member, highest first. */
export function rolesOf(world: World, guildId: string, userId: string): SimRole[] {
  const ids = world.members.get(`${guildId}:${userId}`)?.roles ?? [];
  return ids.flatMap((id) => world.roles.get(id) ?? []).sort((a, b) => b.position - a.position);
}

/** The colour of someone's name in a server: that of their highest role that has one. */
export function nameColour(world: World, guildId: string | undefined, userId: string): number | undefined {
  if (!guildId) return undefined;
  return rolesOf(world, guildId, userId).find((role) => role.color !== 0)?.color;
}
