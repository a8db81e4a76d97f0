import type { PermissionLevel } from '@tickets/contract/access/levels';

/** Under which the browser's tab remembers the levels that the person has in their servers. */
export const LEVELS_KEY = 'permissions';

/** What someone is in a server. */
export interface Place {
  permission_level: PermissionLevel;
  /** There is no such server for this person: the bot or they are not in it. */
  unknown_guild?: true;
}

interface Remembered extends Place {
  /** Unix milliseconds. */
  last_updated: number;
}

const FRESH_MS = 60_000;

/** What was told within the last minute. */
export function rememberedPlace(guildId: string, now: number): Place | undefined {
  const known = readLevels()[guildId];
  return known && now - known.last_updated < FRESH_MS ? known : undefined;
}

export function readLevels(): Record<string, Remembered> {
  return JSON.parse(sessionStorage.getItem(LEVELS_KEY) ?? '{}');
}

export function storeLevels(levels: Record<string, Remembered>): void {
  sessionStorage.setItem(LEVELS_KEY, JSON.stringify(levels));
}
