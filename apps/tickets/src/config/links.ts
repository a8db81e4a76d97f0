import type { CoreConfig } from '@tickets/core/platform/context';
import { inviteUrl } from '@tickets/core/platform/discord/bot-permissions';
import type { Addresses } from './addresses.ts';
import type { Config } from './config.ts';

/** Where people are sent: pages of our own where no others are configured. */
export function linksOf(
  { links }: Pick<Config, 'links'>,
  addresses: Pick<Addresses, 'public'>,
  discord: { readonly web_url: string; readonly client_id: string },
): CoreConfig['links'] {
  return {
    /** Made again each time: Discord may tell the application's id after the start. */
    get invite() {
      return links.invite ?? inviteUrl(discord);
    },
    premium: links.premium ?? `${addresses.public}/docs/premium`,
    docs: links.docs ?? `${addresses.public}/docs`,
  };
}
