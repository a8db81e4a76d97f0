import type {
  APIApplication,
  APIApplicationCommandInteractionMetadata,
  APIAttachment,
  APIBaseInteraction,
  APIDMChannel,
  APIEmoji,
  APIGuild,
  APIGuildCategoryChannel,
  APIGuildMember,
  APIMessage,
  APIMessageComponentInteractionMetadata,
  APIMessageInteraction,
  APIMessageReference,
  APIModalSubmitInteractionMetadata,
  APIPartialEmoji,
  APIReaction,
  APIRole,
  APITextChannel,
  APIThreadChannel,
  APIUser,
  GatewayGuildCreateDispatchData,
  GatewayMessageCreateDispatchData,
  GatewayReadyDispatchData,
  InteractionType,
} from 'discord-api-types/v10';
import { ChannelType, InteractionType as Interaction } from 'discord-api-types/v10';
import { type Shape, shapeOf, withKeys } from './shape.ts';

/** The objects of which Discord's answers are made, as https://docs.discord.com/developers lists their fields. */

export const user = shapeOf<APIUser>()({
  id: 'always',
  username: 'always',
  discriminator: 'always',
  global_name: 'always',
  avatar: 'always',
  bot: 'sometimes',
  system: 'never',
  mfa_enabled: 'sometimes',
  banner: 'always',
  accent_color: 'always',
  locale: 'sometimes',
  verified: 'sometimes',
  email: 'sometimes',
  flags: 'always',
  premium_type: 'sometimes',
  public_flags: 'always',
  avatar_decoration: 'never',
  avatar_decoration_data: 'always',
  collectibles: 'always',
  primary_guild: 'always',
});

export const member = shapeOf<APIGuildMember>()(
  {
    user: 'always',
    nick: 'always',
    avatar: 'always',
    banner: 'always',
    roles: 'always',
    joined_at: 'always',
    premium_since: 'always',
    deaf: 'always',
    mute: 'always',
    flags: 'always',
    pending: 'always',
    communication_disabled_until: 'always',
    avatar_decoration_data: 'sometimes',
    collectibles: 'sometimes',
  },
  { user },
);

const memberOnly = withKeys(member, { user: 'never' });

export const role = shapeOf<APIRole>()({
  id: 'always',
  name: 'always',
  color: 'always',
  colors: 'always',
  hoist: 'always',
  icon: 'always',
  unicode_emoji: 'always',
  position: 'always',
  permissions: 'always',
  managed: 'always',
  mentionable: 'always',
  tags: 'sometimes',
  flags: 'always',
});

export const emoji = shapeOf<APIEmoji>()({
  id: 'always',
  name: 'always',
  roles: 'always',
  user: 'sometimes',
  require_colons: 'always',
  managed: 'always',
  animated: 'always',
  available: 'always',
});

export const textChannel = shapeOf<APITextChannel>()({
  id: 'always',
  type: 'always',
  guild_id: 'always',
  name: 'always',
  position: 'always',
  parent_id: 'always',
  permission_overwrites: 'always',
  nsfw: 'always',
  topic: 'always',
  rate_limit_per_user: 'always',
  last_message_id: 'always',
  last_pin_timestamp: 'sometimes',
  default_auto_archive_duration: 'sometimes',
  default_thread_rate_limit_per_user: 'sometimes',
  flags: 'always',
});

export const category = shapeOf<APIGuildCategoryChannel>()({
  id: 'always',
  type: 'always',
  guild_id: 'always',
  name: 'always',
  position: 'always',
  parent_id: 'always',
  permission_overwrites: 'always',
  nsfw: 'sometimes',
  flags: 'always',
});

/** The types want `name: null`; the documents' example has no name. */
export const directChannel = shapeOf<APIDMChannel>()(
  {
    id: 'always',
    type: 'always',
    name: 'never',
    last_message_id: 'always',
    last_pin_timestamp: 'sometimes',
    rate_limit_per_user: 'never',
    recipients: 'always',
    flags: 'always',
  },
  { recipients: user },
);

export const thread = shapeOf<APIThreadChannel>()({
  id: 'always',
  type: 'always',
  guild_id: 'always',
  name: 'always',
  parent_id: 'always',
  owner_id: 'always',
  last_message_id: 'always',
  last_pin_timestamp: 'sometimes',
  rate_limit_per_user: 'always',
  thread_metadata: 'always',
  message_count: 'always',
  member_count: 'always',
  total_message_sent: 'always',
  member: 'sometimes',
  permission_overwrites: 'never',
  nsfw: 'never',
  applied_tags: 'never',
  flags: 'always',
});

export function channel(value: object): Shape {
  const type = 'type' in value ? value.type : undefined;
  if (type === ChannelType.DM) return directChannel;
  if (type === ChannelType.GuildCategory) return category;
  if (type === ChannelType.PublicThread || type === ChannelType.PrivateThread) return thread;
  return textChannel;
}

export const guild = shapeOf<APIGuild & { nsfw: boolean; home_header: null }>()(
  {
    id: 'always',
    name: 'always',
    icon: 'always',
    icon_hash: 'never',
    splash: 'always',
    discovery_splash: 'always',
    owner: 'never',
    owner_id: 'always',
    permissions: 'never',
    region: 'always',
    afk_channel_id: 'always',
    afk_timeout: 'always',
    widget_enabled: 'always',
    widget_channel_id: 'always',
    verification_level: 'always',
    default_message_notifications: 'always',
    explicit_content_filter: 'always',
    roles: 'always',
    emojis: 'always',
    features: 'always',
    mfa_level: 'always',
    nsfw: 'always',
    home_header: 'always',
    application_id: 'always',
    system_channel_id: 'always',
    system_channel_flags: 'always',
    rules_channel_id: 'always',
    max_presences: 'always',
    max_members: 'always',
    vanity_url_code: 'always',
    description: 'always',
    banner: 'always',
    premium_tier: 'always',
    premium_subscription_count: 'always',
    preferred_locale: 'always',
    public_updates_channel_id: 'always',
    max_video_channel_users: 'always',
    max_stage_video_channel_users: 'always',
    approximate_member_count: 'sometimes',
    approximate_presence_count: 'sometimes',
    welcome_screen: 'never',
    nsfw_level: 'always',
    stickers: 'always',
    premium_progress_bar_enabled: 'always',
    hub_type: 'always',
    safety_alerts_channel_id: 'always',
    incidents_data: 'always',
  },
  { roles: role, emojis: emoji },
);

type OnlyInGuildCreate = Omit<GatewayGuildCreateDispatchData, keyof APIGuild>;

const guildCreateOnly = shapeOf<OnlyInGuildCreate>()({
  joined_at: 'always',
  large: 'always',
  unavailable: 'always',
  member_count: 'always',
  voice_states: 'always',
  members: 'always',
  channels: 'always',
  threads: 'always',
  presences: 'always',
  stage_instances: 'always',
  guild_scheduled_events: 'always',
  soundboard_sounds: 'always',
});

export const guildCreate = withKeys(guild, guildCreateOnly.keys, {
  members: member,
  channels: (value) => withKeys(channel(value), { guild_id: 'never' }),
  threads: thread,
});

export const application = shapeOf<
  APIApplication & { type: null; explicit_content_filter: number; eligible_oauth2_scopes: string[] }
>()(
  {
    id: 'always',
    name: 'always',
    icon: 'always',
    description: 'always',
    rpc_origins: 'never',
    bot_public: 'always',
    bot_require_code_grant: 'always',
    type: 'always',
    explicit_content_filter: 'always',
    eligible_oauth2_scopes: 'always',
    bot: 'always',
    terms_of_service_url: 'never',
    privacy_policy_url: 'never',
    owner: 'always',
    summary: 'always',
    verify_key: 'always',
    team: 'always',
    guild_id: 'never',
    guild: 'never',
    primary_sku_id: 'never',
    slug: 'never',
    cover_image: 'never',
    flags: 'always',
    flags_new: 'always',
    approximate_guild_count: 'always',
    approximate_user_install_count: 'always',
    approximate_user_authorization_count: 'always',
    redirect_uris: 'always',
    interactions_endpoint_url: 'always',
    role_connections_verification_url: 'always',
    event_webhooks_url: 'always',
    event_webhooks_status: 'always',
    event_webhooks_types: 'always',
    tags: 'sometimes',
    install_params: 'always',
    integration_types_config: 'always',
    custom_install_url: 'sometimes',
  },
  { bot: user, owner: user },
);

const metadata = {
  id: 'always',
  type: 'always',
  user: 'always',
  authorizing_integration_owners: 'always',
} as const;

const commandMetadata = shapeOf<APIApplicationCommandInteractionMetadata>()(
  {
    ...metadata,
    original_response_message_id: 'sometimes',
    target_user: 'sometimes',
    target_message_id: 'sometimes',
  },
  { user, target_user: user },
);

const componentMetadata = shapeOf<APIMessageComponentInteractionMetadata>()(
  { ...metadata, original_response_message_id: 'sometimes', interacted_message_id: 'always' },
  { user },
);

const modalMetadata = shapeOf<APIModalSubmitInteractionMetadata>()(
  { ...metadata, original_response_message_id: 'sometimes', triggering_interaction_metadata: 'always' },
  { user, triggering_interaction_metadata: interactionMetadata },
);

export function interactionMetadata(value: object): Shape {
  const type = 'type' in value ? value.type : undefined;
  if (type === Interaction.MessageComponent) return componentMetadata;
  return type === Interaction.ModalSubmit ? modalMetadata : commandMetadata;
}

/** In reactions a standard emoji has `id: null`. */
const reactionEmoji = shapeOf<APIPartialEmoji>()({ id: 'always', name: 'always', animated: 'sometimes' });

export const message = shapeOf<APIMessage>()(
  {
    id: 'always',
    channel_id: 'always',
    author: 'always',
    content: 'always',
    timestamp: 'always',
    edited_timestamp: 'always',
    tts: 'always',
    mention_everyone: 'always',
    mentions: 'always',
    mention_roles: 'always',
    mention_channels: 'never',
    attachments: 'always',
    embeds: 'always',
    reactions: 'sometimes',
    nonce: 'sometimes',
    pinned: 'always',
    webhook_id: 'sometimes',
    type: 'always',
    activity: 'never',
    application: 'never',
    application_id: 'sometimes',
    flags: 'always',
    message_reference: 'sometimes',
    message_snapshots: 'never',
    referenced_message: 'sometimes',
    interaction_metadata: 'sometimes',
    interaction: 'sometimes',
    thread: 'sometimes',
    components: 'always',
    sticker_items: 'sometimes',
    stickers: 'never',
    position: 'sometimes',
    role_subscription_data: 'never',
    resolved: 'never',
    poll: 'never',
    call: 'never',
    shared_client_theme: 'never',
  },
  {
    author: user,
    mentions: user,
    attachments: shapeOf<APIAttachment>()({
      id: 'always',
      filename: 'always',
      title: 'sometimes',
      description: 'sometimes',
      content_type: 'always',
      size: 'always',
      url: 'always',
      proxy_url: 'always',
      height: 'sometimes',
      width: 'sometimes',
      placeholder: 'sometimes',
      placeholder_version: 'sometimes',
      ephemeral: 'sometimes',
      duration_secs: 'sometimes',
      waveform: 'sometimes',
      flags: 'sometimes',
      clip_participants: 'never',
      clip_created_at: 'never',
      application: 'never',
    }),
    reactions: shapeOf<APIReaction>()(
      {
        count: 'always',
        count_details: 'always',
        me: 'always',
        me_burst: 'always',
        emoji: 'always',
        burst_colors: 'always',
      },
      { emoji: reactionEmoji },
    ),
    message_reference: shapeOf<APIMessageReference>()({
      type: 'always',
      message_id: 'sometimes',
      channel_id: 'always',
      guild_id: 'sometimes',
    }),
    referenced_message: () => message,
    interaction_metadata: interactionMetadata,
    interaction: shapeOf<APIMessageInteraction>()(
      { id: 'always', type: 'always', name: 'always', user: 'always', member: 'sometimes' },
      { user, member: memberOnly },
    ),
    thread,
  },
);

type OnlyInMessageEvents = Pick<GatewayMessageCreateDispatchData, 'guild_id' | 'member' | 'channel_type'>;

export const messageEvent = withKeys(
  message,
  shapeOf<OnlyInMessageEvents>()({ guild_id: 'sometimes', member: 'sometimes', channel_type: 'sometimes' })
    .keys,
  { member: memberOnly, mentions: withKeys(user, { member: 'sometimes' }, { member: memberOnly }) },
);

export const interaction = shapeOf<APIBaseInteraction<InteractionType, object>>()(
  {
    id: 'always',
    application_id: 'always',
    type: 'always',
    data: 'always',
    guild: 'sometimes',
    guild_id: 'sometimes',
    channel: 'always',
    channel_id: 'always',
    member: 'sometimes',
    user: 'sometimes',
    token: 'always',
    version: 'always',
    message: 'sometimes',
    app_permissions: 'always',
    locale: 'always',
    guild_locale: 'sometimes',
    entitlements: 'always',
    authorizing_integration_owners: 'always',
    context: 'always',
    attachment_size_limit: 'always',
  },
  {
    member: withKeys(member, { permissions: 'always' }),
    user,
    message,
    channel: (value) => withKeys(channel(value), { permissions: 'always' }),
  },
);

/** Beside what the documents list, Discord sends bots a few empty lists that are meant for people's own clients. */
export const ready = withKeys(
  shapeOf<GatewayReadyDispatchData>()(
    {
      v: 'always',
      user: 'always',
      guilds: 'always',
      session_id: 'always',
      resume_gateway_url: 'always',
      shard: 'sometimes',
      application: 'always',
    },
    {
      user,
      application: shapeOf<GatewayReadyDispatchData['application']>()({
        id: 'always',
        flags: 'always',
        flags_new: 'always',
      }),
    },
  ),
  {
    session_type: 'sometimes',
    private_channels: 'sometimes',
    relationships: 'sometimes',
    presences: 'sometimes',
    geo_ordered_rtc_regions: 'sometimes',
    _trace: 'sometimes',
  },
);
