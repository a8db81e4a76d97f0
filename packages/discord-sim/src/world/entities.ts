import type {
  APIApplication,
  APIApplicationCommand,
  APIAttachment,
  APIAuditLogEntry,
  APIEmbed,
  APIEmoji,
  APIEntitlement,
  APIGuild,
  APIGuildMember,
  APIInteraction,
  APIMessage,
  APIMessageReference,
  APIModalInteractionResponseCallbackData,
  APIOverwrite,
  APIPartialEmoji,
  APIRole,
  APITextChannel,
  APIThreadMetadata,
  APIUser,
  APIWebhook,
  ChannelType,
  GatewayPresenceUpdateData,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';

/** The rows of the world. Names and shapes are Discord's own; what only the simulator needs carries a reason. */

export interface SimUser extends Omit<APIUser, 'bot'> {
  bot: boolean;
  locale: NonNullable<APIUser['locale']>;
  /** Whether bots that share a server may write to this person: Discord's privacy switch. */
  accepts_dms: boolean;
  /** What a client (not a bot) signs in with, on REST and gateway alike. */
  client_token: string;
}

export type SimGuild = Pick<
  APIGuild,
  | 'id'
  | 'name'
  | 'icon'
  | 'owner_id'
  | 'preferred_locale'
  | 'features'
  | 'description'
  | 'system_channel_id'
  | 'verification_level'
  | 'mfa_level'
>;

export interface SimRole extends APIRole {
  guild_id: string;
}

export interface SimMember
  extends Required<
    Pick<APIGuildMember, 'nick' | 'roles' | 'communication_disabled_until' | 'pending' | 'flags'>
  > {
  guild_id: string;
  user_id: string;
  joined_at: string;
}

export interface SimChannel {
  id: string;
  type: ChannelType;
  /** Absent on direct messages. */
  guild_id?: string;
  name: string | null;
  position: number;
  /** The category of a channel, the channel of a thread. */
  parent_id: string | null;
  topic: APITextChannel['topic'] | null;
  nsfw: boolean;
  rate_limit_per_user: number;
  permission_overwrites: APIOverwrite[];
  last_message_id: string | null;
  last_pin_timestamp: string | null;
  default_auto_archive_duration?: APITextChannel['default_auto_archive_duration'];
  thread_metadata?: APIThreadMetadata;
  /** Who made the thread. */
  owner_id?: string;
  message_count?: number;
  total_message_sent?: number;
  /** Both ends of a direct message. */
  recipient_ids?: readonly [string, string];
}

export interface SimThreadMember {
  thread_id: string;
  user_id: string;
  join_timestamp: string;
}

export interface SimAttachment extends Omit<APIAttachment, 'url' | 'proxy_url'> {
  /** Key of the bytes in `world.blobs`. */
  blob_id: string;
}

export interface SimReaction {
  emoji: APIPartialEmoji;
  user_ids: string[];
}

export interface SimMessage
  extends Pick<
    APIMessage,
    | 'id'
    | 'channel_id'
    | 'type'
    | 'content'
    | 'timestamp'
    | 'edited_timestamp'
    | 'tts'
    | 'mention_everyone'
    | 'mention_roles'
    | 'nonce'
    | 'application_id'
    | 'position'
    | 'sticker_items'
  > {
  guild_id?: string;
  /** A user; or the webhook's id, when `webhook_author` is set. */
  author_id: string;
  webhook_id?: string;
  /** Name and face that a webhook chose for this one message. */
  webhook_author?: Pick<APIUser, 'username' | 'avatar'>;
  attachments: SimAttachment[];
  embeds: APIEmbed[];
  components: NonNullable<APIMessage['components']>;
  reactions: SimReaction[];
  flags: MessageFlags;
  message_reference?: APIMessageReference;
  interaction?: SimInteractionMetadata;
  pinned_at: string | null;
  /** Users who were really notified, as `allowed_mentions` left it. */
  mentions: string[];
  /** Whether the reply notified the author of the message it answers. */
  mention_replied_user: boolean;
  /** Ephemeral messages: the only person who sees this. */
  ephemeral_for?: string;
  /** The thread that was started from this message. */
  thread_id?: string;
}

export interface SimEmoji extends Omit<APIEmoji, 'user'> {
  id: string;
  name: string;
  guild_id: string;
  /** Who added it. */
  creator_id?: string;
}

export interface SimWebhook extends Pick<APIWebhook, 'id' | 'type' | 'name' | 'avatar' | 'application_id'> {
  guild_id: string;
  channel_id: string;
  token: string;
  user_id: string | null;
}

export interface SimApplication
  extends Pick<
    APIApplication,
    | 'id'
    | 'name'
    | 'icon'
    | 'description'
    | 'bot_public'
    | 'verify_key'
    | 'flags'
    | 'tags'
    | 'custom_install_url'
  > {
  bot_user_id: string;
  bot_token: string;
  client_secret: string;
  redirect_uris: string[];
  interactions_endpoint_url: string | null;
  owner_id: string;
  /** People who installed it for themselves, and have its commands everywhere. Undefined where it does not allow that. */
  installed_by?: readonly string[];
  /** Ed25519, PKCS8 in base64: signs interactions that go to `interactions_endpoint_url`. */
  signing_key: string;
}

export type SimCommand = APIApplicationCommand;

/** Something that an application sells. */
export interface SimSku {
  id: string;
  application_id: string;
  name: string;
  /** Whose subscription it is: one server's, or one person's. */
  owner_type: 1 | 2;
}

/** What somebody, or a server, has of a SKU. One made by the application itself is a test's and never ends by itself. */
export type SimEntitlement = APIEntitlement;

export interface SimBan {
  guild_id: string;
  user_id: string;
  reason: string | null;
}

export interface SimAuditLogEntry extends APIAuditLogEntry {
  guild_id: string;
}

/** What a person allowed an application to do, and the tokens that prove it. */
export interface SimOAuthGrant {
  access_token: string;
  refresh_token: string;
  application_id: string;
  user_id: string;
  scopes: string[];
  /** Milliseconds of the world's clock. */
  expires_at: number;
}

export interface SimOAuthCode {
  code: string;
  application_id: string;
  user_id: string;
  scopes: string[];
  redirect_uri: string;
  /** The SHA-256 of the text that its exchange has to show. */
  code_challenge?: string;
  expires_at: number;
}

/** What a message says of the interaction that it answers. */
export interface SimInteractionMetadata {
  id: string;
  type: InteractionType;
  user_id: string;
  /** Whose installation allowed it. */
  authorizing_integration_owners: APIInteraction['authorizing_integration_owners'];
  /** The command, with its sub-commands. */
  name?: string;
  target_user_id?: string;
  target_message_id?: string;
  /** The message whose component was used. */
  interacted_message_id?: string;
  /** What opened the form. */
  triggering?: SimInteractionMetadata;
  /** Follow-ups: the first answer. */
  original_response_message_id?: string;
}

export type InteractionState = 'waiting' | 'deferred' | 'answered' | 'failed';

/** One press, command or form of a person, from the moment it leaves until its fifteen minutes are over. */
export interface SimInteraction {
  id: string;
  application_id: string;
  token: string;
  type: InteractionType;
  user_id: string;
  guild_id?: string;
  channel_id: string;
  /** The message whose component was used. */
  message_id?: string;
  /** Forms: what opened them. */
  opened_by?: SimInteractionMetadata;
  created_at: number;
  state: InteractionState;
  /** What the bot was sent. */
  payload: APIInteraction;
  /** Answers to this interaction stay with the person who caused it. */
  ephemeral: boolean;
  /** The deferral was for an edit of the message, not for a new one. */
  deferred_update: boolean;
  original_message_id?: string;
  follow_ups: number;
  /** The form that is open in front of the person. */
  modal?: APIModalInteractionResponseCallbackData;
  choices?: { name: string; value: string | number }[];
  /** The client's own mark, given back with the outcome. */
  nonce?: string;
}

export type SimPresence = Pick<GatewayPresenceUpdateData, 'status' | 'activities' | 'afk' | 'since'>;
