import { channelPermissions } from '../permissions/of.ts';
import { renderChannel, renderMemberOnly, renderMessage, renderRole, renderUser } from './render.ts';
import type { World } from './world.ts';

/** Objects that an interaction names by id. */
export type Resolved = Partial<
  Record<'users' | 'members' | 'roles' | 'channels' | 'messages' | 'attachments', Record<string, object>>
>;

/** `viewerId` is anyone who picked them: channels come with that person's permissions in them. */
export function resolveIds(
  world: World,
  guildId: string | undefined,
  ids: readonly string[],
  viewerId: string,
): Resolved {
  const resolved: Resolved = {};
  const put = (kind: keyof Resolved, id: string, value: object) => {
    resolved[kind] = { ...resolved[kind], [id]: value };
  };
  for (const id of ids) {
    const user = world.users.get(id);
    const role = world.roles.get(id);
    const channel = world.channels.get(id);
    if (user) {
      put('users', id, renderUser(user));
      const member = world.members.get(`${guildId}:${id}`);
      const permissions = member ? permissionsOf(world, guildId ?? '', id) : '0';
      if (member) put('members', id, { ...renderMemberOnly(member), permissions });
    } else if (role?.guild_id === guildId && role) {
      put('roles', id, renderRole(role));
    } else if (channel) {
      put('channels', id, {
        ...renderChannel(world, channel),
        permissions: channelPermissions(world, channel, viewerId).toString(),
      });
    }
  }
  return resolved;
}

export function resolveMessage(world: World, id: string, viewerId: string): Resolved {
  const message = world.messages.get(id);
  return message ? { messages: { [id]: renderMessage(world, message, { userId: viewerId }) } } : {};
}

function permissionsOf(world: World, guildId: string, userId: string): string {
  const member = world.members.get(`${guildId}:${userId}`);
  const everyone = BigInt(world.roles.get(guildId)?.permissions ?? 0);
  const all = (member?.roles ?? []).reduce(
    (sum, id) => sum | BigInt(world.roles.get(id)?.permissions ?? 0),
    everyone,
  );
  return all.toString();
}
