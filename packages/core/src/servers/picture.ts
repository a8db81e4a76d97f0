import type { Context } from '../platform/context.ts';
import { type GuardedAnswer, GuardedFetchError, guardedFetch } from '../platform/net/guarded-fetch.ts';
import { avatarUrl } from './avatar-url.ts';

/** Pixels, and more bytes than such a picture has. */
const size = 64;
const bytesMax = 512 * 1024;

/** The picture of someone whom we know, as Discord has it now; nothing where Discord gives none. */
export async function pictureOf(ctx: Context, user_id: string): Promise<GuardedAnswer | undefined> {
  const user = await ctx.db
    .selectFrom('users')
    .where('user_id', '=', user_id)
    .select(['user_id as id', 'avatar'])
    .executeTakeFirst();
  if (!user) return undefined;
  try {
    const answer = await guardedFetch(avatarUrl(ctx, user, size), {
      bytes_max: bytesMax,
      trusted_bases: [ctx.config.cdn_url],
    });
    return answer.status === 200 ? answer : undefined;
  } catch (error) {
    if (error instanceof GuardedFetchError) return undefined;
    throw error;
  }
}
