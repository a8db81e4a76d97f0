import type { GatewayGuildMembersChunkDispatchData } from 'discord-api-types/v10';
import type { Fields } from '../rest/call.ts';
import type { SimMember } from '../world/entities.ts';
import { renderMember } from '../world/render.ts';
import type { World } from '../world/world.ts';

const CHUNK = 1000;

/** The answer to a request for members: by ids, by the start of a name, or all of them. */
export function memberChunks(
  world: World,
  guildId: string,
  data: Fields,
): GatewayGuildMembersChunkDispatchData[] {
  const ids = data.user_ids === undefined ? undefined : [data.user_ids].flat().map(String);
  const found = ids
    ? ids.flatMap((id) => world.members.get(`${guildId}:${id}`) ?? [])
    : byName(world, guildId, String(data.query ?? ''), Number(data.limit ?? 0));
  const missing = ids?.filter((id) => !world.members.has(`${guildId}:${id}`)) ?? [];
  const chunk_count = Math.max(1, Math.ceil(found.length / CHUNK));
  return Array.from({ length: chunk_count }, (_, chunk_index) => ({
    guild_id: guildId,
    members: found
      .slice(chunk_index * CHUNK, (chunk_index + 1) * CHUNK)
      .map((member) => renderMember(world, member)),
    chunk_index,
    chunk_count,
    ...(missing.length > 0 ? { not_found: missing } : {}),
    ...(typeof data.nonce === 'string' ? { nonce: data.nonce } : {}),
  }));
}

function byName(world: World, guildId: string, start: string, limit: number): SimMember[] {
  const needle = start.toLowerCase();
  const members = world.members.in('guild', guildId);
  const found =
    needle === ''
      ? members
      : members.filter((member) => namesOf(world, member).some((name) => name.startsWith(needle)));
  return limit > 0 ? found.slice(0, limit) : found;
}

function namesOf(world: World, member: SimMember): string[] {
  const user = world.users.get(member.user_id);
  return [user?.username, user?.global_name, member.nick].flatMap((name) =>
    name ? [name.toLowerCase()] : [],
  );
}
