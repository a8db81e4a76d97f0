import type { World } from '../world/world.ts';
import { displayName } from './names.ts';

export interface NamesInTexts {
  users: Record<string, string>;
  roles: Record<string, { name: string; color: number }>;
  channels: Record<string, string>;
}

/** What the ids in some texts are called, so that a client can draw mentions of what it does not list. */
export function namesInTexts(world: World, texts: readonly string[], guildId?: string): NamesInTexts {
  const names: NamesInTexts = { users: {}, roles: {}, channels: {} };
  for (const [, mark = '', id = ''] of texts.join('\n').matchAll(/<(@[!&]?|#)(\d{1,20})>/g)) {
    if (mark === '#') {
      const channel = world.channels.get(id);
      if (channel?.name) names.channels[id] = channel.name;
    } else if (mark === '@&') {
      const role = world.roles.get(id);
      if (role) names.roles[id] = { name: role.name, color: role.color };
    } else {
      const user = world.users.get(id);
      if (user) names.users[id] = displayName(world, user, guildId);
    }
  }
  return names;
}
