import type { CoreConfig } from '@tickets/core/context';
import { inviteUrl } from '@tickets/core/discord/bot-permissions';
import type { Addresses } from './addresses.ts';
import type { Config } from './config.ts';

/** Where people are sent: pages of our own where no others are configured. */
export function linksOf(
  { links }: Pick<Config, 'links'>,
  addresses: Pick<Addresses, 'public'>,
  discord: { url: string; client_id: string },
): CoreConfig['links'] {
  return {
    invite: links.invite ?? inviteUrl(discord),
    premium: links.premium ?? `${addresses.public}/docs/premium`,
    docs: links.docs ?? `${addresses.public}/docs`,
  };
}
