import { cdnUrl } from '../world/attachment-links.ts';
import type { SimApplication, SimGuild, SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** Addresses of pictures, formed as Discord's clients form them. */

export function avatarUrl(world: World, user: Pick<SimUser, 'id' | 'avatar'>, size = 128): string {
  if (!user.avatar) return `${cdnUrl(world)}/embed/avatars/${defaultAvatarIndex(user.id)}.png`;
  return `${cdnUrl(world)}/avatars/${user.id}/${user.avatar}.webp?size=${size}`;
}

export function guildIconUrl(world: World, guild: Pick<SimGuild, 'id' | 'icon'>, size = 128): string {
  return `${cdnUrl(world)}/icons/${guild.id}/${guild.icon ?? 'none'}.webp?size=${size}`;
}

export function appIconUrl(
  world: World,
  application: Pick<SimApplication, 'id' | 'icon' | 'bot_user_id'>,
): string {
  if (application.icon)
    return `${cdnUrl(world)}/app-icons/${application.id}/${application.icon}.webp?size=128`;
  const bot = world.users.get(application.bot_user_id);
  return avatarUrl(world, bot ?? { id: application.bot_user_id, avatar: null });
}

export function emojiUrl(world: World, emoji: { id: string; animated?: boolean }): string {
  return `${cdnUrl(world)}/emojis/${emoji.id}.${emoji.animated ? 'gif' : 'webp'}?size=48`;
}

function defaultAvatarIndex(userId: string): number {
  return Number((BigInt(userId) >> 22n) % 6n);
}
