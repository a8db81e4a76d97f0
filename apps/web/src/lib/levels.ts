import type { PermissionLevel } from '@tickets/contract/levels';

/** Under which the browser's tab remembers the levels that the person has in their servers. */
export const LEVELS_KEY = 'permissions';

interface Remembered {
  permission_level: PermissionLevel;
  /** Unix milliseconds. */
  last_updated: number;
}

const FRESH_MS = 60_000;

/** The level that was told within the last minute. */
export function rememberedLevel(guildId: string, now: number): PermissionLevel | undefined {
  const known = readLevels()[guildId];
  return known && now - known.last_updated < FRESH_MS ? known.permission_level : undefined;
}

export function readLevels(): Record<string, Remembered> {
  return JSON.parse(sessionStorage.getItem(LEVELS_KEY) ?? '{}');
}

export function storeLevels(levels: Record<string, Remembered>): void {
  sessionStorage.setItem(LEVELS_KEY, JSON.stringify(levels));
}
