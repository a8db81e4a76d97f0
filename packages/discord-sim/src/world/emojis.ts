import { AuditLogEvent, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { type Cause, recordAudit } from './audit-log.ts';
import type { SimEmoji } from './entities.ts';
import { imageKey } from './images.ts';
import { renderEmoji } from './render.ts';
import type { World } from './world.ts';

/** Adds an emoji; one without a picture of its own gets a drawn one. */
export function createEmoji(world: World, emoji: SimEmoji, picture?: Uint8Array, cause?: Cause): SimEmoji {
  return world.transact(() => {
    if (picture) world.blobs.put(imageKey(emoji.id), picture);
    const { guild_id: guildId } = emoji;
    recordAudit(world, { guildId, action: AuditLogEvent.EmojiCreate, targetId: emoji.id, cause });
    return putEmoji(world, emoji);
  });
}

export function updateEmoji(
  world: World,
  before: SimEmoji,
  changes: Partial<Pick<SimEmoji, 'name' | 'roles'>>,
  cause?: Cause,
): SimEmoji {
  return world.transact(() => {
    const { guild_id: guildId } = before;
    recordAudit(world, { guildId, action: AuditLogEvent.EmojiUpdate, targetId: before.id, cause });
    return putEmoji(world, { ...before, ...changes });
  });
}

export function deleteEmoji(world: World, emoji: SimEmoji, cause?: Cause): void {
  const { id, guild_id: guildId } = emoji;
  world.transact(() => {
    world.emojis.delete(id);
    world.blobs.delete(imageKey(id));
    recordAudit(world, { guildId, action: AuditLogEvent.EmojiDelete, targetId: id, cause });
    emitEmojis(world, guildId);
  });
}

function putEmoji(world: World, emoji: SimEmoji): SimEmoji {
  world.emojis.put(emoji);
  emitEmojis(world, emoji.guild_id);
  return emoji;
}

function emitEmojis(world: World, guildId: string): void {
  const emojis = world.emojis.in('guild', guildId).map(renderEmoji);
  world.emit({
    t: Event.GuildEmojisUpdate,
    audience: { to: 'guild', guildId },
    guildId,
    data: () => ({ guild_id: guildId, emojis }),
  });
}
