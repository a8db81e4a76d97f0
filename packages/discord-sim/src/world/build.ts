import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  ApplicationFlags,
  ChannelType,
  GuildMFALevel,
  Locale,
  MessageType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import { createChannel } from './channels.ts';
import { isoTime } from './clock.ts';
import { createEmoji } from './emojis.ts';
import type {
  SimApplication,
  SimChannel,
  SimEmoji,
  SimGuild,
  SimMember,
  SimMessage,
  SimRole,
  SimUser,
} from './entities.ts';
import { joinGuild } from './members.ts';
import { createMessage } from './messages.ts';
import { NO_FLAGS } from './no-flags.ts';
import { createRole } from './roles.ts';
import { timeOfId } from './snowflake.ts';
import { addThreadMember, createThread } from './threads.ts';
import type { World } from './world.ts';

/** Things made as if they had always been there: no permission is asked, and what is not said gets a sensible default. */

const EVERYONE =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.CreatePublicThreads |
  P.CreatePrivateThreads |
  P.EmbedLinks |
  P.AttachFiles |
  P.AddReactions |
  P.ReadMessageHistory |
  P.UseExternalEmojis |
  P.UseApplicationCommands |
  P.ChangeNickname |
  P.CreateInstantInvite |
  P.Connect |
  P.Speak;

export function addUser(world: World, input: Partial<SimUser> = {}): SimUser {
  const id = input.id ?? world.newId();
  return world.users.put({
    username: `user_${id.slice(-8)}`,
    discriminator: '0',
    global_name: null,
    avatar: null,
    bot: false,
    locale: Locale.EnglishUS,
    email: input.bot ? null : `${input.username ?? id}@example.com`,
    accepts_dms: true,
    client_token: `client.${randomBytes(18).toString('base64url')}`,
    ...input,
    id,
  });
}

/** Adds a server with its @everyone role and its owner as a member. */
export function addGuild(
  world: World,
  input: Partial<SimGuild> & { everyone?: bigint; created_at?: number } = {},
): SimGuild {
  return world.transact(() => {
    const { everyone = EVERYONE, created_at, ...given } = input;
    const id = given.id ?? world.newId(created_at);
    const guild = world.guilds.put({
      name: `Server ${id.slice(-4)}`,
      icon: null,
      owner_id: given.owner_id ?? addUser(world).id,
      preferred_locale: Locale.EnglishUS,
      features: [],
      description: null,
      system_channel_id: null,
      verification_level: 0,
      mfa_level: GuildMFALevel.None,
      ...given,
      id,
    });
    addRole(world, { guild_id: id, id, name: '@everyone', position: 0, permissions: everyone });
    addMember(world, { guild_id: id, user_id: guild.owner_id });
    return guild;
  });
}

export function addRole(
  world: World,
  input: Partial<Omit<SimRole, 'permissions'>> & { guild_id: string; permissions?: bigint | string },
): SimRole {
  const color = input.color ?? 0;
  const top = Math.max(-1, ...world.roles.in('guild', input.guild_id).map((role) => role.position));
  return createRole(world, {
    name: 'new role',
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: top + 1,
    managed: false,
    mentionable: false,
    flags: NO_FLAGS,
    ...input,
    id: input.id ?? world.newId(),
    color,
    permissions: String(input.permissions ?? 0n),
  });
}

export function addMember(
  world: World,
  input: Partial<SimMember> & Pick<SimMember, 'guild_id' | 'user_id'>,
): SimMember {
  return joinGuild(world, {
    nick: null,
    roles: [],
    joined_at: isoTime(world.clock.now()),
    communication_disabled_until: null,
    pending: false,
    flags: NO_FLAGS,
    ...input,
  });
}

/** Adds a channel, category or thread. A thread's `members` are in it from the start. */
export function addChannel(
  world: World,
  input: Partial<SimChannel> & { guild_id: string; created_at?: number; members?: string[] },
): SimChannel {
  const { created_at, members = [], ...given } = input;
  const type = given.type ?? ChannelType.GuildText;
  const siblings = world.channels.countIn('guild', given.guild_id);
  const channel: SimChannel = {
    type,
    name: type === ChannelType.GuildCategory ? 'Category' : 'general',
    position: siblings,
    parent_id: null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: [],
    last_message_id: null,
    last_pin_timestamp: null,
    ...given,
    id: given.id ?? world.newId(created_at),
  };
  const threads: ChannelType[] = [
    ChannelType.PublicThread,
    ChannelType.PrivateThread,
    ChannelType.AnnouncementThread,
  ];
  if (!threads.includes(type)) return createChannel(world, channel);
  const since = isoTime(timeOfId(channel.id));
  return world.transact(() => {
    const thread = createThread(world, {
      message_count: 0,
      total_message_sent: 0,
      thread_metadata: {
        archived: false,
        auto_archive_duration: 10_080,
        archive_timestamp: since,
        locked: false,
        invitable: false,
        create_timestamp: since,
      },
      ...channel,
    });
    for (const userId of members) addThreadMember(world, thread, userId);
    return thread;
  });
}

/** Adds a message, also one of the past: give `sent_at`, and it takes its place by time. */
export function addMessage(
  world: World,
  input: Partial<SimMessage> & Pick<SimMessage, 'channel_id' | 'author_id'> & { sent_at?: number },
): SimMessage {
  const { sent_at, ...given } = input;
  const guildId = world.channels.get(given.channel_id)?.guild_id;
  const id = given.id ?? world.newId(sent_at);
  return createMessage(world, {
    type: MessageType.Default,
    content: '',
    timestamp: isoTime(sent_at ?? world.clock.now()),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mention_roles: [],
    mentions: [],
    mention_replied_user: false,
    attachments: [],
    embeds: [],
    components: [],
    reactions: [],
    flags: NO_FLAGS,
    pinned_at: null,
    ...(guildId ? { guild_id: guildId } : {}),
    ...given,
    id,
  });
}

export function addEmoji(world: World, input: Partial<SimEmoji> & { guild_id: string }): SimEmoji {
  return createEmoji(world, {
    name: 'emoji',
    roles: [],
    require_colons: true,
    managed: false,
    animated: false,
    available: true,
    ...input,
    id: input.id ?? world.newId(),
  });
}

/** Adds an application with its bot user, a token of Discord's shape, and the privileged intents that bots mostly ask for. */
export function addApplication(world: World, input: Partial<SimApplication> = {}): SimApplication {
  return world.transact(() => {
    const id = input.id ?? world.newId();
    const name = input.name ?? 'Application';
    const bot = world.users.get(input.bot_user_id ?? id);
    if (!bot) {
      addUser(world, {
        id: input.bot_user_id ?? id,
        username: name,
        discriminator: '0001',
        bot: true,
        avatar: input.icon ?? null,
      });
    }
    const keys = generateKeyPairSync('ed25519');
    return world.applications.put({
      name,
      icon: null,
      description: '',
      bot_public: true,
      verify_key: keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
      signing_key: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      flags: ApplicationFlags.GatewayGuildMembersLimited | ApplicationFlags.GatewayMessageContentLimited,
      bot_user_id: id,
      bot_token: newBotToken(id),
      client_secret: randomBytes(24).toString('base64url'),
      redirect_uris: [],
      interactions_endpoint_url: null,
      owner_id: input.owner_id ?? addUser(world).id,
      ...input,
      id,
    });
  });
}

export function newBotToken(botUserId: string): string {
  const owner = Buffer.from(botUserId).toString('base64url');
  return `${owner}.${randomBytes(5).toString('base64url').slice(0, 6)}.${randomBytes(29).toString('base64url').slice(0, 38)}`;
}
