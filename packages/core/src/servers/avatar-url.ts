import type { Context } from '../platform/context.ts';

/** The address of someone's picture, or of the one that Discord gives to people without one. `size` is a power of two. */
export function avatarUrl(
  ctx: Pick<Context, 'config'>,
  user: { id: string; avatar: string | null },
  size: number,
): string {
  const base = ctx.config.cdn_url;
  // An archive may have brought anything, and nothing but a name of Discord's may stand in an address.
  if (!user.avatar || !/^\w+$/.test(user.avatar))
    return `${base}/embed/avatars/${(BigInt(user.id) >> 22n) % 6n}.png`;
  const extension = user.avatar.startsWith('a_') ? 'gif' : 'png';
  return `${base}/avatars/${user.id}/${user.avatar}.${extension}?size=${size}`;
}
