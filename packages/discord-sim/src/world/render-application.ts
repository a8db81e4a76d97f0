import type { APIApplication, APIApplicationInstallParams, APIWebhook } from 'discord-api-types/v10';
import {
  ApplicationIntegrationType,
  ApplicationWebhookEventStatus,
  OAuth2Scopes,
} from 'discord-api-types/v10';
import type { SimApplication, SimWebhook } from './entities.ts';
import { renderUserById } from './render.ts';
import type { World } from './world.ts';

export function renderWebhook(world: World, webhook: SimWebhook, options: { token: boolean }): APIWebhook {
  return {
    id: webhook.id,
    type: webhook.type,
    guild_id: webhook.guild_id,
    channel_id: webhook.channel_id,
    name: webhook.name,
    avatar: webhook.avatar,
    application_id: webhook.application_id,
    ...(webhook.user_id && options.token ? { user: renderUserById(world, webhook.user_id) } : {}),
    ...(options.token
      ? { token: webhook.token, url: `${world.baseUrl}/api/webhooks/${webhook.id}/${webhook.token}` }
      : {}),
  };
}

const INSTALL: APIApplicationInstallParams = {
  scopes: [OAuth2Scopes.ApplicationsCommands, OAuth2Scopes.Bot],
  permissions: '0',
};

/**
 * All fields of https://docs.discord.com/developers/resources/application, except those of what the application does not
 * have: a game for sale, a server of its own, RPC, a cover image, legal pages.
 */
/** In Discord's own document, but in no types. */
const UNTYPED = { type: null, explicit_content_filter: 0, eligible_oauth2_scopes: [] };

export function renderApplication(world: World, app: SimApplication): APIApplication {
  return {
    id: app.id,
    name: app.name,
    icon: app.icon,
    description: app.description,
    bot_public: app.bot_public,
    bot_require_code_grant: false,
    bot: renderUserById(world, app.bot_user_id),
    owner: renderUserById(world, app.owner_id),
    summary: '',
    verify_key: app.verify_key,
    team: null,
    flags: app.flags,
    flags_new: String(app.flags),
    ...(app.tags ? { tags: app.tags } : {}),
    ...(app.custom_install_url ? { custom_install_url: app.custom_install_url } : {}),
    install_params: INSTALL,
    integration_types_config: {
      [ApplicationIntegrationType.GuildInstall]: { oauth2_install_params: INSTALL },
      ...(app.installed_by && { [ApplicationIntegrationType.UserInstall]: {} }),
    },
    redirect_uris: app.redirect_uris,
    interactions_endpoint_url: app.interactions_endpoint_url,
    ...UNTYPED,
    role_connections_verification_url: null,
    event_webhooks_url: null,
    event_webhooks_status: ApplicationWebhookEventStatus.Disabled,
    event_webhooks_types: [],
    approximate_guild_count: world.members.countIn('user', app.bot_user_id),
    approximate_user_install_count: app.installed_by?.length ?? 0,
    approximate_user_authorization_count: authorizedUsers(world, app.id),
  };
}

function authorizedUsers(world: World, applicationId: string): number {
  const grants = [...world.oauthGrants.all()].filter((grant) => grant.application_id === applicationId);
  return new Set(grants.map((grant) => grant.user_id)).size;
}
