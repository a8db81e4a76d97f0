import type { PictureSource } from './host.ts';

/** Addresses in messages come from anyone: only links that open a page or a picture are followed. */
export function safeUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return ['http:', 'https:'].includes(new URL(url).protocol) ? url : undefined;
}

/**
 * Files that the page's own server keeps have an address below it, and ones that are on their way an address in this
 * browser; all others come from anyone and are checked.
 */
export function fileUrl(url: string): string | undefined {
  return isOwnFile(url) ? url : safeUrl(url);
}

/** As a browser reads it, for which a backslash is a slash, and a tab between two slashes is nothing. */
export const isOwnFile = (url: string): boolean =>
  url.startsWith(`blob:${location.origin}/`) ||
  (url.startsWith('/') &&
    URL.canParse(url, location.origin) &&
    new URL(url, location.origin).origin === location.origin);

/** Where a picture is passed on, or else itself: for a page that may fetch from anywhere. */
export const anyPictureUrl = (picture: PictureSource | null | undefined): string | undefined =>
  [picture?.proxy_url, picture?.url].flatMap((url) => (url && fileUrl(url)) || []).at(0);
