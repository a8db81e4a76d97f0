import type { PermissionLevel } from '@tickets/contract/levels';
import { call } from './api.ts';
import { LEVELS_KEY } from './session.ts';

interface Remembered {
  permission_level: PermissionLevel;
  /** Unix milliseconds. */
  last_updated: number;
}

const FRESH_MS = 60_000;

/**
 * The level that one has in a server, asked at most once a minute. It only shapes the menu and spares useless
 * calls: the server checks every call by itself.
 */
export async function permissionLevel(guildId: string, now = Date.now()): Promise<PermissionLevel> {
  const known = readCache()[guildId];
  if (known && now - known.last_updated < FRESH_MS) return known.permission_level;
  const { permission_level } = await call('user.permission_level', { query: { guild: guildId } });
  sessionStorage.setItem(
    LEVELS_KEY,
    JSON.stringify({
      ...readCache(),
      [guildId]: { permission_level, last_updated: now } satisfies Remembered,
    }),
  );
  return permission_level;
}

/** Whether the level is another one than was remembered, which is asked at once. */
export async function levelHasChanged(guildId: string): Promise<boolean> {
  const { [guildId]: known, ...others } = readCache();
  if (!known) return false;
  sessionStorage.setItem(LEVELS_KEY, JSON.stringify(others));
  return (await permissionLevel(guildId)) !== known.permission_level;
}

function readCache(): Record<string, Remembered> {
  return JSON.parse(sessionStorage.getItem(LEVELS_KEY) ?? '{}');
}
