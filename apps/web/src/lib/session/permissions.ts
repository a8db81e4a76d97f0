import { call } from '../api/api.ts';
import { type Place, readLevels, rememberedPlace, storeLevels } from './levels.ts';
import { storeChangeOf } from './session.ts';

/**
 * The level that one has in a server, and whether it is there at all, asked at most once a minute. It only shapes the menu
 * and spares useless calls: the server checks every call by itself.
 */
export async function placeIn(guildId: string, now = Date.now()): Promise<Place> {
  const known = rememberedPlace(guildId, now);
  if (known) return known;
  const { success: _, ...place } = await call('user.permission_level', { query: { guild: guildId } });
  storeLevels({ ...readLevels(), [guildId]: { ...place, last_updated: now } });
  if (!place.unknown_guild) storeChangeOf(guildId, { permission_level: place.permission_level });
  return place;
}

/** Whether the level is another one than was remembered, which is asked at once. */
export async function levelHasChanged(guildId: string): Promise<boolean> {
  const { [guildId]: known, ...others } = readLevels();
  if (!known) return false;
  storeLevels(others);
  return (await placeIn(guildId)).permission_level !== known.permission_level;
}
