import { appConfig } from '../page/config.ts';

/** Animated images have a hash that begins with `a_`. */
const extension = (hash: string) => (hash.startsWith('a_') ? 'gif' : 'webp');

export function guildIconUrl(guild: { id: string; icon?: string | null }, size = 256): string | undefined {
  if (!guild.icon) return undefined;
  return `${base()}/icons/${guild.id}/${guild.icon}.${extension(guild.icon)}?size=${size}`;
}

export function avatarUrl(user: { id: string; avatar?: string | null }, size = 256): string {
  // An archive may have brought anything, and nothing but a name of Discord's may stand in an address.
  if (!user.avatar || !/^\w+$/.test(user.avatar)) return defaultAvatarUrl(user.id);
  return `${base()}/avatars/${user.id}/${user.avatar}.${extension(user.avatar)}?size=${size}`;
}

/** The same picture through our own server, for a network that keeps Discord's pictures out. */
export function proxiedAvatarUrl(userId: string): string {
  return `${appConfig().api_url.replace(/\/$/, '')}/avatars/${userId}`;
}

/** Discord picks one of six default pictures by the id: ids are larger than a number holds. */
export function defaultAvatarUrl(userId: string): string {
  const index = /^\d+$/.test(userId) ? (BigInt(userId) >> 22n) % 6n : 0n;
  return `${base()}/embed/avatars/${index}.png`;
}

export function emojiUrl(emoji: { id: string; animated?: boolean }, size = 48): string {
  return `${base()}/emojis/${emoji.id}.${emoji.animated ? 'gif' : 'webp'}?size=${size}`;
}

const GIF = 4;

/** Discord keeps moving stickers of this one form elsewhere than all others. */
export function stickerUrl({ id, format_type }: { id: string; format_type: number }): string {
  if (format_type === GIF) return `https://media.discordapp.net/stickers/${id}.gif`;
  return `${base()}/stickers/${id}.png`;
}

function base(): string {
  return appConfig().cdn_url.replace(/\/$/, '');
}
