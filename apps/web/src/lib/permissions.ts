import type { PermissionLevel } from '@tickets/contract/levels';
import { call } from './api.ts';
import { readLevels, rememberedLevel, storeLevels } from './levels.ts';

/**
 * The level that one has in a server, asked at most once a minute. It only shapes the menu and spares useless
 * calls: the server checks every call by itself.
 */
export async function permissionLevel(guildId: string, now = Date.now()): Promise<PermissionLevel> {
  const known = rememberedLevel(guildId, now);
  if (known !== undefined) return known;
  const { permission_level } = await call('user.permission_level', { query: { guild: guildId } });
  storeLevels({ ...readLevels(), [guildId]: { permission_level, last_updated: now } });
  return permission_level;
}

/** Whether the level is another one than was remembered, which is asked at once. */
export async function levelHasChanged(guildId: string): Promise<boolean> {
  const { [guildId]: known, ...others } = readLevels();
  if (!known) return false;
  storeLevels(others);
  return (await permissionLevel(guildId)) !== known.permission_level;
}
