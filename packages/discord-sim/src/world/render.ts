import type {
  APIChannel,
  APIEmoji,
  APIGuild,
  APIGuildMember,
  APIMessage,
  APIReaction,
  APIRole,
  APIThreadMember,
  APIUser,
} from 'discord-api-types/v10';
import { ChannelType, MessageReferenceType, MessageType } from 'discord-api-types/v10';
import { isThread } from '../permissions/of.ts';
import type {
  SimChannel,
  SimEmoji,
  SimGuild,
  SimMember,
  SimMessage,
  SimRole,
  SimThreadMember,
  SimUser,
} from './entities.ts';
import type { Viewer } from './events.ts';
import { renderInteraction } from './interaction-metadata.ts';
import { NO_FLAGS } from './no-flags.ts';
import { renderAttachment, renderComponents, renderEmbeds, shownAttachments } from './render-files.ts';
import type { World } from './world.ts';

/** Rows of the world in the shapes in which Discord shows them. */

type ShownUser = Pick<SimUser, 'id' | 'username' | 'discriminator' | 'global_name' | 'avatar' | 'bot'> &
  Partial<Pick<SimUser, 'banner' | 'accent_color' | 'primary_guild'>>;

export function renderUser(user: ShownUser): APIUser {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.global_name,
    avatar: user.avatar,
    banner: user.banner ?? null,
    accent_color: user.accent_color ?? null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: user.primary_guild ?? null,
    public_flags: NO_FLAGS,
    flags: NO_FLAGS,
    ...(user.bot ? { bot: true } : {}),
  };
}

/** A user as they see themselves. */
export function renderSelf(user: SimUser, options: { email: boolean }): APIUser {
  return {
    ...renderUser(user),
    locale: user.locale,
    mfa_enabled: user.mfa_enabled ?? false,
    verified: true,
    premium_type: 0,
    ...(options.email ? { email: user.email ?? null } : {}),
  };
}

export function renderUserById(world: World, id: string): APIUser {
  const gone = { username: 'Deleted User', discriminator: '0', global_name: null, avatar: null, bot: false };
  return renderUser(world.users.get(id) ?? { id, ...gone });
}

type MemberWithoutUser = Omit<APIGuildMember, 'user'>;

export function renderMemberOnly(member: SimMember): MemberWithoutUser {
  return {
    nick: member.nick,
    avatar: null,
    banner: null,
    roles: member.roles,
    joined_at: member.joined_at,
    premium_since: null,
    communication_disabled_until: member.communication_disabled_until,
    pending: member.pending,
    flags: member.flags,
    deaf: false,
    mute: false,
  };
}

export function renderMember(world: World, member: SimMember): APIGuildMember {
  return { ...renderMemberOnly(member), user: renderUserById(world, member.user_id) };
}

export function renderRole({ guild_id: _, ...role }: SimRole): APIRole {
  return role;
}

export function renderEmoji({ guild_id: _, creator_id: __, ...emoji }: SimEmoji): APIEmoji {
  return emoji;
}

/** In Discord's own document, but in no types. */
const UNTYPED = { nsfw: false, home_header: null };

export function renderGuild(world: World, guild: SimGuild): APIGuild {
  return {
    ...guild,
    ...UNTYPED,
    splash: null,
    discovery_splash: null,
    banner: null,
    // Nobody chooses one any more.
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: world.roles.in('guild', guild.id).map(renderRole),
    emojis: world.emojis.in('guild', guild.id).map(renderEmoji),
    stickers: [],
    application_id: null,
    system_channel_flags: NO_FLAGS,
    rules_channel_id: null,
    max_members: 500_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    public_updates_channel_id: null,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    hub_type: null,
    safety_alerts_channel_id: null,
    incidents_data: null,
  };
}

export function renderChannel(world: World, channel: SimChannel): APIChannel {
  // One row type stands for the union of fourteen payloads; the branches below put together the right one.
  return channelPayload(world, channel) as unknown as APIChannel;
}

function channelPayload(world: World, channel: SimChannel): Partial<Record<string, unknown>> {
  const { id, type, guild_id, name, last_message_id, last_pin_timestamp } = channel;
  const common = { id, type, guild_id, name, parent_id: channel.parent_id, flags: NO_FLAGS };
  if (isThread(channel)) {
    return {
      ...common,
      owner_id: channel.owner_id,
      last_message_id,
      last_pin_timestamp,
      rate_limit_per_user: channel.rate_limit_per_user,
      thread_metadata: channel.thread_metadata,
      message_count: channel.message_count ?? 0,
      total_message_sent: channel.total_message_sent ?? 0,
      member_count: world.threadMembers.countIn('thread', id),
    };
  }
  const placed = {
    ...common,
    position: channel.position,
    permission_overwrites: channel.permission_overwrites,
  };
  if (type === ChannelType.GuildCategory) return placed;
  const { topic, nsfw, rate_limit_per_user, default_auto_archive_duration } = channel;
  const written = { ...placed, nsfw, rate_limit_per_user, last_message_id };
  if (type === ChannelType.GuildVoice) {
    return { ...written, bitrate: 64_000, user_limit: 0, rtc_region: null };
  }
  return { ...written, topic, last_pin_timestamp, default_auto_archive_duration };
}

/** Any channel as someone sees it: in a direct message they are not among the recipients themselves. */
export function renderChannelFor(world: World, channel: SimChannel, viewerId: string): APIChannel {
  if (!channel.recipient_ids) return renderChannel(world, channel);
  const { id, type, last_message_id, last_pin_timestamp } = channel;
  const others = channel.recipient_ids.filter((userId) => userId !== viewerId);
  const recipients = others.map((userId) => renderUserById(world, userId));
  const payload = { id, type, flags: NO_FLAGS, last_message_id, last_pin_timestamp, recipients };
  return payload as unknown as APIChannel; // the types want a null for the name, which Discord leaves out
}

export function renderThreadMember(row: SimThreadMember): APIThreadMember {
  return { id: row.thread_id, user_id: row.user_id, join_timestamp: row.join_timestamp, flags: NO_FLAGS };
}

const SHOWS_ITS_REFERENCE: readonly MessageType[] = [MessageType.Reply, MessageType.ContextMenuCommand];

export function renderMessage(world: World, message: SimMessage, viewer?: Viewer): APIMessage {
  const answered = message.message_reference?.message_id;
  const original = answered ? world.messages.get(answered) : undefined;
  const thread = message.thread_id ? world.channels.get(message.thread_id) : undefined;
  return {
    ...messageCore(world, message, viewer),
    ...(answered && SHOWS_ITS_REFERENCE.includes(message.type)
      ? { referenced_message: original ? (messageCore(world, original, viewer) as APIMessage) : null }
      : {}),
    ...(thread ? { thread: renderChannel(world, thread) } : {}),
  };
}

function messageCore(world: World, message: SimMessage, viewer?: Viewer): APIMessage {
  const { interaction } = message;
  return {
    id: message.id,
    channel_id: message.channel_id,
    type: message.type,
    author: renderAuthor(world, message),
    content: message.content,
    timestamp: message.timestamp,
    edited_timestamp: message.edited_timestamp,
    tts: message.tts,
    mention_everyone: message.mention_everyone,
    mentions: message.mentions.map((id) => renderUserById(world, id)),
    mention_roles: message.mention_roles,
    attachments: shownAttachments(message).map((file) => renderAttachment(world, message.channel_id, file)),
    embeds: renderEmbeds(world, message),
    components: renderComponents(world, message),
    pinned: message.pinned_at !== null,
    flags: message.flags,
    ...(message.reactions.length > 0
      ? { reactions: message.reactions.map((r) => renderReaction(r, viewer)) }
      : {}),
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.position === undefined ? {} : { position: message.position }),
    ...(message.sticker_items ? { sticker_items: message.sticker_items } : {}),
    ...(message.webhook_id ? { webhook_id: message.webhook_id } : {}),
    ...(message.application_id ? { application_id: message.application_id } : {}),
    ...(message.message_reference
      ? { message_reference: { type: MessageReferenceType.Default, ...message.message_reference } }
      : {}),
    ...(interaction ? renderInteraction(world, interaction, message.guild_id) : {}),
  };
}

function renderAuthor(world: World, message: SimMessage): APIUser {
  if (!message.webhook_author) return renderUserById(world, message.author_id);
  const nobody = { discriminator: '0000', global_name: null, bot: true };
  return renderUser({ id: message.author_id, ...message.webhook_author, ...nobody });
}

function renderReaction(reaction: SimMessage['reactions'][number], viewer?: Viewer): APIReaction {
  const count = reaction.user_ids.length;
  return {
    emoji: reaction.emoji,
    count,
    count_details: { burst: 0, normal: count },
    me: viewer ? reaction.user_ids.includes(viewer.userId) : false,
    me_burst: false,
    burst_colors: [],
  };
}
