import type { ConfigPublic } from '@tickets/contract/platform/config';
import type { Context } from '@tickets/core/platform/context';
import type { Addresses } from './addresses.ts';
import type { Config } from './config.ts';
import { programVersion } from './version.ts';

/** What the dashboard may know before anyone has signed in. */
export function publicConfig(
  config: Config,
  addresses: Addresses,
  ctx: Pick<Context, 'config'>,
): ConfigPublic {
  const { oauth, links } = ctx.config;
  const elsewhere = addresses.dashboard !== addresses.public;
  return {
    api_url: elsewhere ? addresses.public : '',
    ws_url: elsewhere ? addresses.public.replace(/^http/, 'ws') : '',
    get client_id() {
      return oauth.client_id;
    },
    redirect_uri: oauth.redirect_uri,
    authorize_url: `${oauth.web_url}/oauth2/authorize`,
    get invite_url() {
      return links.invite;
    },
    cdn_url: ctx.config.cdn_url,
    docs_url: links.docs,
    main_site_url: config.links.mainSite ?? `${addresses.dashboard}/welcome`,
    premium_url: links.premium,
    operator_name: config.operator.name ?? null,
    operator_contact: config.operator.contact ?? null,
    simulator_url: config.discord ? null : addresses.simulator,
    version: programVersion(),
  };
}
