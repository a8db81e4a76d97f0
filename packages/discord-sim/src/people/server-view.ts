import { ActivityType, ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { avatarUrl, emojiUrl, guildIconUrl } from '../cdn/links.ts';
import { has } from '../permissions/compute.ts';
import {
  canSee,
  channelPermissions,
  guildPermissions,
  isAbove,
  isThread,
  outranks,
} from '../permissions/of.ts';
import { MAX_EMOJIS } from '../rest/routes/emojis.ts';
import type { SimChannel, SimEmoji, SimGuild, SimMember } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { displayName, rolesOf } from './names.ts';

export type ServerView = ReturnType<typeof serverView>;
export type ChannelView = ReturnType<typeof channelView>;

const MAX_LISTED_MEMBERS = 1000;

/** All that a person's client shows of a server: only what they may see. */
export function serverView(world: World, guild: SimGuild, userId: string) {
  const channels = [...world.channels.in('guild', guild.id), ...world.channels.in('threads', guild.id)]
    .map((channel) => channelView(world, channel, userId))
    .filter(isListed);
  const own = guildPermissions(world, guild.id, userId);
  return {
    id: guild.id,
    name: guild.name,
    icon_url: guildIconUrl(world, guild),
    is_owner: guild.owner_id === userId,
    can_manage_channels: has(own, P.ManageChannels),
    can_manage_roles: has(own, P.ManageRoles),
    can_add_emojis: has(own, P.CreateGuildExpressions),
    can_manage_emojis: has(own, P.ManageGuildExpressions),
    channels: withoutEmptyCategories(channels),
    roles: roleViews(world, guild, userId, own),
    members: world.members
      .in('guild', guild.id)
      .slice(0, MAX_LISTED_MEMBERS)
      .flatMap((member) => memberView(world, member, guild, { userId, own }) ?? []),
    member_count: world.members.countIn('guild', guild.id),
    emojis: world.emojis.in('guild', guild.id).map((emoji) => emojiView(world, emoji, userId, own)),
    /** Of each kind, still and animated. */
    emoji_slots: MAX_EMOJIS,
  };
}

function roleViews(world: World, guild: SimGuild, userId: string, own: bigint) {
  const counts = new Map([[guild.id, world.members.countIn('guild', guild.id)]]);
  for (const { roles } of world.members.in('guild', guild.id))
    for (const id of roles) counts.set(id, (counts.get(id) ?? 0) + 1);
  const mayManage = has(own, P.ManageRoles);
  return world.roles.in('guild', guild.id).map((role) => ({
    id: role.id,
    name: role.name,
    colour: role.color || null,
    position: role.position,
    hoist: role.hoist,
    mentionable: role.mentionable,
    managed: role.managed,
    member_count: counts.get(role.id) ?? 0,
    /** Whether this person may give, take and delete it. */
    can_manage: mayManage && !role.managed && role.id !== guild.id && isAbove(world, guild, userId, role),
  }));
}

function emojiView(world: World, emoji: SimEmoji, userId: string, own: bigint) {
  const mayAdd = has(own, P.CreateGuildExpressions);
  const mayManage = has(own, P.ManageGuildExpressions);
  const creator = mayAdd || mayManage ? world.users.get(emoji.creator_id ?? '') : undefined;
  return {
    id: emoji.id,
    name: emoji.name,
    animated: emoji.animated === true,
    url: emojiUrl(world, emoji),
    added_by: creator ? displayName(world, creator, emoji.guild_id) : null,
    can_delete: mayManage || (mayAdd && emoji.creator_id === userId),
  };
}

function memberView(
  world: World,
  member: SimMember,
  guild: SimGuild,
  { userId, own }: { userId: string; own: bigint },
) {
  const user = world.users.get(member.user_id);
  if (!user) return undefined;
  const roles = rolesOf(world, guild.id, user.id);
  return {
    id: user.id,
    name: member.nick ?? user.global_name ?? user.username,
    username: user.username,
    avatar_url: avatarUrl(world, user),
    bot: user.bot,
    owner: guild.owner_id === user.id,
    colour: roles.find((role) => role.color !== 0)?.color ?? null,
    role_ids: member.roles,
    hoisted_role_id: roles.find((role) => role.hoist)?.id ?? null,
    joined_at: member.joined_at,
    activity: user.bot ? activityText(world, user.id) : null,
    /** Of people it is not known. */
    online: user.bot ? world.presences.has(user.id) : null,
    /** Whether the one who looks may take them out of the server. */
    can_kick: has(own, P.KickMembers) && user.id !== userId && outranks(world, guild, userId, user.id),
  };
}

const ACTIVITY_WORDS: Partial<Record<ActivityType, string>> = {
  [ActivityType.Playing]: 'Playing',
  [ActivityType.Listening]: 'Listening to',
  [ActivityType.Watching]: 'Watching',
  [ActivityType.Competing]: 'Competing in',
};

/** What stands below somebody's name, as Discord words it. */
function activityText(world: World, userId: string): string | null {
  const activity = world.presences.get(userId)?.activities[0];
  if (!activity) return null;
  if (activity.type === ActivityType.Custom) return activity.state ?? null;
  return [ACTIVITY_WORDS[activity.type], activity.name].filter(Boolean).join(' ');
}

/** Which of the listed members see a channel; of a private thread, who is in it. */
export function viewersOf(world: World, channel: SimChannel): string[] {
  const members = world.members.in('guild', channel.guild_id ?? '').slice(0, MAX_LISTED_MEMBERS);
  const isViewer =
    channel.type === ChannelType.PrivateThread
      ? (id: string) => world.threadMembers.has(`${channel.id}:${id}`)
      : (id: string) => canSee(world, channel, id);
  return members.map(({ user_id }) => user_id).filter(isViewer);
}

/** A channel, thread or direct message, with what this person may do in it. */
export function channelView(world: World, channel: SimChannel, userId: string) {
  const own = channelPermissions(world, channel, userId);
  const thread = isThread(channel);
  const send = thread ? P.SendMessagesInThreads : P.SendMessages;
  const data = channel.thread_metadata;
  const locked = data?.locked === true && !has(own, P.ManageThreads);
  const other = channel.recipient_ids?.find((id) => id !== userId);
  const person = other ? world.users.get(other) : undefined;
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guild_id ?? null,
    name: person ? displayName(world, person) : (channel.name ?? ''),
    avatar_url: person ? avatarUrl(world, person) : null,
    recipient_id: other ?? null,
    recipient_bot: person?.bot ?? false,
    parent_id: channel.parent_id,
    position: channel.position,
    topic: channel.topic ?? null,
    slowmode: has(own, P.ManageMessages) ? 0 : channel.rate_limit_per_user,
    last_message_id: channel.last_message_id,
    is_thread: thread,
    is_private: channel.type === ChannelType.PrivateThread || isHiddenFromEveryone(channel),
    archived: data?.archived === true,
    locked: data?.locked === true,
    joined: thread ? world.threadMembers.has(`${channel.id}:${userId}`) : true,
    can_view: has(own, P.ViewChannel),
    can_write: has(own, send) && !locked,
    can_attach: has(own, P.AttachFiles),
    can_react: has(own, P.AddReactions) && has(own, P.ReadMessageHistory),
    can_read_history: has(own, P.ReadMessageHistory),
    can_manage_messages: has(own, P.ManageMessages),
    can_pin: has(own, P.PinMessages) || !channel.guild_id,
    can_use_commands: has(own, P.UseApplicationCommands),
    can_manage_channel: has(own, P.ManageChannels),
    can_manage_threads: has(own, P.ManageThreads),
  };
}

function isHiddenFromEveryone(channel: SimChannel): boolean {
  const everyone = channel.permission_overwrites.find((overwrite) => overwrite.id === channel.guild_id);
  return everyone !== undefined && has(BigInt(everyone.deny), P.ViewChannel);
}

/** Archived threads, and private ones in which one is not, are reached by a link and not listed. */
function isListed(channel: ChannelView): boolean {
  if (channel.type === ChannelType.GuildCategory) return true;
  if (!channel.can_view || channel.archived) return false;
  return channel.type !== ChannelType.PrivateThread || channel.joined || channel.can_manage_threads;
}

/** A category shows when something in it does, or when one may fill it. */
function withoutEmptyCategories(channels: ChannelView[]): ChannelView[] {
  const parents = new Set(channels.map((channel) => channel.parent_id));
  return channels.filter(
    (channel) =>
      channel.type !== ChannelType.GuildCategory ||
      parents.has(channel.id) ||
      (channel.can_view && channel.can_manage_channel),
  );
}

/** The direct messages of a person, the latest first. */
export function directViews(world: World, userId: string): ChannelView[] {
  return world.channels
    .in('recipient', userId)
    .map((channel) => channelView(world, channel, userId))
    .sort((a, b) => newest(b).localeCompare(newest(a)));
}

/** Ids sort by age as text once they are equally long. */
function newest(channel: ChannelView): string {
  return (channel.last_message_id ?? channel.id).padStart(20, '0');
}
