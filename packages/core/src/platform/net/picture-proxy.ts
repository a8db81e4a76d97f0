import { discordPictureOrigins } from '@tickets/contract/platform/discord-pictures';
import type { Context } from '../context.ts';
import { readSigned, sign } from '../storage/file-links.ts';
import { isDiscord } from './fetch-outside.ts';
import { GuardedFetchError, guardedFetch } from './guarded-fetch.ts';
import { pictureType } from './picture-type.ts';

type Signer = Pick<Context, 'config' | 'clock'>;

const hourMs = 3_600_000;
const bytesMax = 8 * 1024 * 1024;
/** Of an address: what is longer would make a request that some servers refuse. */
const addressMax = 4_000;

interface Picture {
  type: string;
  bytes: Buffer;
}

/**
 * With which a browser may have a picture fetched, so that the server that holds it learns nothing of who looks at it.
 * Within an hour the token is the same, so that a browser that shows a picture again has it already.
 */
export function signPicture(ctx: Signer, url: string, lifetime_ms = hourMs): string {
  const until = Math.ceil((ctx.clock.now().getTime() + lifetime_ms) / hourMs) * hourMs;
  return sign(ctx, `${until}.${url}`, 'image');
}

/**
 * From where a browser may fetch the picture at an address that came from outside: from Discord itself, or through us.
 * Undefined for what is no address of a picture.
 */
export function pictureUrl(ctx: Signer, url: unknown, lifetime_ms?: number): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  if (!['http:', 'https:'].includes(protocol) || href.length > addressMax) return undefined;
  if (isDiscords(ctx, href)) return href;
  if (isDiscord(href, ctx.config)) return undefined;
  return `${ctx.config.api_url}/image-proxy?token=${signPicture(ctx, href, lifetime_ms)}`;
}

/** Whether Discord itself serves what is at an address. */
export function isDiscords({ config }: Pick<Signer, 'config'>, url: string): boolean {
  const { origin } = new URL(url);
  return [new URL(config.cdn_url).origin, ...discordPictureOrigins].includes(origin);
}

/**
 * The picture at an address; undefined for what is none, whatever its server calls it. Discord's pictures have hosts of their
 * own, which browsers ask. Its other hosts are not asked: Discord bans an address for calls that it refuses, no matter for whom they were made.
 */
export async function fetchPicture(ctx: Context, url: string): Promise<Picture | undefined> {
  if (isDiscord(url, ctx.config)) return undefined;
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

/** The address that a token stands for; undefined for a token that is not ours, or too old. */
export function readPictureToken(ctx: Signer, token: string): string | undefined {
  const [, until, url] = /^(\d+)\.(.+)$/.exec(readSigned(ctx, token, 'image') ?? '') ?? [];
  return Number(until) < ctx.clock.now().getTime() ? undefined : url;
}
