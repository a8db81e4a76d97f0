import type { GuildEntry } from '@tickets/contract/sessions/session';

/** The list of servers as the browser keeps it; undefined where it is missing or broken. */
export function storedGuilds(): GuildEntry[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('guilds') ?? 'null');
    return Array.isArray(stored) && stored.every(isGuild) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isGuild(value: unknown): value is GuildEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
