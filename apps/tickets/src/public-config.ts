import { readFileSync } from 'node:fs';
import type { ConfigPublic } from '@tickets/contract/config';
import type { Context } from '@tickets/core/context';
import { requiredPermissions } from '@tickets/core/discord/bot-permissions';
import type { Addresses } from './addresses.ts';
import type { Config } from './config.ts';

/** What the dashboard may know before anybody has signed in. */
export function publicConfig(
  config: Config,
  addresses: Addresses,
  ctx: Pick<Context, 'config'>,
): ConfigPublic {
  const { oauth } = ctx.config;
  const elsewhere = addresses.dashboard !== addresses.public;
  return {
    api_url: elsewhere ? addresses.public : '',
    ws_url: elsewhere ? addresses.public.replace(/^http/, 'ws') : '',
    client_id: oauth.client_id,
    redirect_uri: oauth.redirect_uri,
    authorize_url: `${oauth.url}/oauth2/authorize`,
    invite_url:
      config.links.invite ??
      `${oauth.url}/oauth2/authorize?client_id=${oauth.client_id}&scope=bot+applications.commands&permissions=${requiredPermissions}`,
    cdn_url: ctx.config.cdn_url,
    docs_url: config.links.docs ?? `${addresses.public}/docs`,
    main_site_url: config.links.mainSite ?? `${addresses.dashboard}/welcome`,
    premium_url: config.links.premium ?? `${addresses.public}/docs/premium`,
    simulator_url: config.discord ? null : addresses.simulator,
    version: version(),
  };
}

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
