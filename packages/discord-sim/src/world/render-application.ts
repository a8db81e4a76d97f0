import type { APIApplication, APIWebhook } from 'discord-api-types/v10';
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
    tags: app.tags,
    custom_install_url: app.custom_install_url,
    redirect_uris: app.redirect_uris,
    interactions_endpoint_url: app.interactions_endpoint_url,
    approximate_guild_count: world.members.countIn('user', app.bot_user_id),
  };
}
