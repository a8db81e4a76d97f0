import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import type { SimEmoji } from './entities.ts';
import { renderEmoji } from './render.ts';
import type { World } from './world.ts';

export function putEmoji(world: World, emoji: SimEmoji): SimEmoji {
  return world.transact(() => {
    world.emojis.put(emoji);
    emitEmojis(world, emoji.guild_id);
    return emoji;
  });
}

export function deleteEmoji(world: World, emoji: SimEmoji): void {
  world.transact(() => {
    world.emojis.delete(emoji.id);
    emitEmojis(world, emoji.guild_id);
  });
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
