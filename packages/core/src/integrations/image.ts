import type { Context } from '../platform/context.ts';
import { GuardedFetchError, guardedFetch } from '../platform/net/guarded-fetch.ts';
import { pictureType } from '../platform/net/picture-type.ts';
import { readSigned, sign } from '../platform/storage/file-links.ts';

const goodMs = 10 * 60_000;
const bytesMax = 8 * 1024 * 1024;

interface Picture {
  type: string;
  bytes: Buffer;
}

/** With which a browser may have the picture of an integration fetched for some minutes. */
export function signImageToken(ctx: Pick<Context, 'config' | 'clock'>, url: string): string {
  const until = ctx.clock.now().getTime() + goodMs;
  return sign(ctx, `${until}.${url}`, 'image');
}

/**
 * The picture that a token stands for, fetched for a browser, which so tells its address to nobody. Undefined for a token
 * that is not ours or too old, and for whatever is no picture.
 */
export async function imageOf(ctx: Context, token: string): Promise<Picture | undefined> {
  const [, until, url = ''] = /^(\d+)\.(.+)$/.exec(readSigned(ctx, token, 'image') ?? '') ?? [];
  if (!until || Number(until) < ctx.clock.now().getTime()) return undefined;
  try {
    const answer = await guardedFetch(url, {
      bytes_max: bytesMax,
      headers: { accept: 'image/*' },
      trusted_bases: ctx.config.trusted_bases,
    });
    const type = answer.status === 200 ? pictureType(answer.bytes) : undefined;
    return type === undefined ? undefined : { type, bytes: answer.bytes };
  } catch (error) {
    if (error instanceof GuardedFetchError) return undefined;
    throw error;
  }
}
