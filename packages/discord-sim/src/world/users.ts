import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import type { SimUser } from './entities.ts';
import { renderMember, renderSelf } from './render.ts';
import type { World } from './world.ts';

export function updateUser(
  world: World,
  id: string,
  changes: Partial<Omit<SimUser, 'id'>>,
): SimUser | undefined {
  const before = world.users.get(id);
  if (!before) return undefined;
  return world.transact(() => {
    const user = world.users.put({ ...before, ...changes });
    world.emit({
      t: Event.UserUpdate,
      audience: { to: 'users', userIds: [id] },
      data: () => renderSelf(user, { email: !user.bot }),
    });
    for (const member of world.members.in('user', id)) {
      const payload = { ...renderMember(world, member), guild_id: member.guild_id };
      world.emit({
        t: Event.GuildMemberUpdate,
        audience: { to: 'guild', guildId: member.guild_id },
        guildId: member.guild_id,
        data: () => payload,
      });
    }
    return user;
  });
}
