import { discordPictureOrigins } from '@tickets/contract/platform/discord-pictures';
import { isOwnFile } from '@tickets/discord-ui/safe-url';
import { appConfig } from '../page/config.ts';

/** An address from which pages load by themselves: ours or Discord's, so that no stranger learns who looks. */
export function loadableUrl(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  if (isOwnFile(url)) return url;
  if (!URL.canParse(url)) return undefined;
  const { api_url, cdn_url } = appConfig();
  const ours = [location.origin, api_url, cdn_url].flatMap((one) =>
    URL.canParse(one) ? new URL(one).origin : [],
  );
  return [...ours, ...discordPictureOrigins].includes(new URL(url).origin) ? url : undefined;
}
