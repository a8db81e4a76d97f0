import type { Context } from '../../platform/context.ts';
import { isDiscords, pictureUrl } from '../../platform/net/picture-proxy.ts';

type Piece = Record<string, unknown>;

/** Under which keys Discord has pictures, films and files, as objects with an address. */
const media = new Set(['image', 'thumbnail', 'video', 'media', 'file']);
/**
 * So many pictures of a message are shown: more than Discord lets one have outside of galleries, and a bound for what an archive
 * says, because each takes a signature. The others keep their addresses as they are, which no browser of ours fetches.
 */
export const picturesMax = 100;

/** Discord nests components four deep, and lists and their items count, too. */
const depthMax = 24;

/**
 * Embeds or components as they are shown: what is a picture in them has beside its address another one, under Discord's own names
 * for that (`proxy_url`, `proxy_icon_url`), at which a browser may fetch it without a stranger seeing who does.
 */
export function withPictures(
  ctx: Pick<Context, 'config' | 'clock'>,
  pieces: readonly Piece[],
  lifetime_ms: number,
  budget = { pictures: picturesMax },
): Piece[] {
  const proxied = (known: unknown, url: unknown) => {
    budget.pictures -= 1;
    return budget.pictures < 0 ? undefined : addressOf(known, url);
  };
  const addressOf = (known: unknown, url: unknown) =>
    typeof known === 'string' && URL.canParse(known) && isDiscords(ctx, known)
      ? known
      : (pictureUrl(ctx, url, lifetime_ms) ?? pictureUrl(ctx, known, lifetime_ms));
  const shown = (value: unknown, key: string, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > depthMax) return value;
    if (Array.isArray(value)) return value.map((one) => shown(one, '', depth + 1));
    const piece = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, shown(one, key, depth + 1)]),
    );
    if (media.has(key) || 'proxy_url' in piece) piece.proxy_url = proxied(piece.proxy_url, piece.url);
    if ('icon_url' in piece || 'proxy_icon_url' in piece)
      piece.proxy_icon_url = proxied(piece.proxy_icon_url, piece.icon_url);
    return piece;
  };
  return pieces.map((piece) => shown(piece, '', 0) as Piece); // of an object comes an object
}
