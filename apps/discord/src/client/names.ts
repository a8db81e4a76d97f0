import type { MentionNames } from '@tickets/discord-ui/types';
import type { Server } from '../simulator/types.ts';

/** The names in a message, as who and what it mentions is called now. */
export function namesNow(names: MentionNames, server: Server | null): MentionNames {
  if (!server) return names;
  return {
    roles: names.roles,
    users: renamed(names.users, server.members),
    channels: renamed(names.channels, server.channels),
  };
}

function renamed(
  names: Record<string, string> | undefined,
  known: readonly { id: string; name: string }[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names ?? {}).map(([id, name]) => [
      id,
      known.find((other) => other.id === id)?.name ?? name,
    ]),
  );
}
