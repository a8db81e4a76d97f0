import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../errors.ts';
import { ALL_PERMISSIONS, has } from '../permissions/compute.ts';
import {
  canSee,
  channelPermissions,
  guildPermissions,
  isAbove,
  isThread,
  outranks,
} from '../permissions/of.ts';
import type { SimChannel, SimGuild, SimMember, SimMessage, SimRole } from '../world/entities.ts';
import { type Call, param } from './call.ts';

/** Finds what a request names, or refuses as Discord does: unknown, no access, or not permitted. */

export function theGuild(call: Call, id = param(call, 'guild_id')): SimGuild {
  const guild = call.world.guilds.get(id);
  if (!guild || !call.world.members.has(`${id}:${call.actor.userId}`)) throw unknownThing('guild');
  return guild;
}

export function theChannel(call: Call, id = param(call, 'channel_id')): SimChannel {
  const channel = call.world.channels.get(id);
  if (!channel) throw unknownThing('channel');
  if (!canSee(call.world, channel, call.actor.userId)) throw refusal('missingAccess');
  return channel;
}

export function theGuildChannel(
  call: Call,
  id = param(call, 'channel_id'),
): SimChannel & { guild_id: string } {
  const channel = theChannel(call, id);
  if (!channel.guild_id) throw refusal('dmChannel');
  return { ...channel, guild_id: channel.guild_id };
}

export function theThread(call: Call, id = param(call, 'channel_id')): SimChannel & { guild_id: string } {
  const channel = theGuildChannel(call, id);
  if (!isThread(channel)) throw refusal('channelType');
  return channel;
}

export function theMessage(call: Call, channel: SimChannel, id = param(call, 'message_id')): SimMessage {
  const message = call.world.messages.get(id);
  // Ephemeral messages live only in interaction routes: for everything else they do not exist.
  if (!message || message.channel_id !== channel.id || message.ephemeral_for) throw unknownThing('message');
  return message;
}

export function theMember(call: Call, guildId: string, userId: string): SimMember {
  const member = call.world.members.get(`${guildId}:${userId}`);
  if (member) return member;
  throw unknownThing(call.world.users.has(userId) ? 'member' : 'user');
}

export function theRole(call: Call, guildId: string, id = param(call, 'role_id')): SimRole {
  const role = call.world.roles.get(id);
  if (!role || role.guild_id !== guildId) throw unknownThing('role');
  return role;
}

/** Permissions that a server can reserve for people with two-factor authentication. */
const MODERATION =
  P.KickMembers |
  P.BanMembers |
  P.Administrator |
  P.ManageChannels |
  P.ManageGuild |
  P.ManageMessages |
  P.ManageRoles |
  P.ManageWebhooks |
  P.ManageGuildExpressions |
  P.ManageThreads;

/** Of a bot, its owner's account counts. https://docs.discord.com/developers/topics/oauth2#two-factor-authentication-requirement */
function requireTwoFactor({ world, actor }: Call, guildId: string | undefined, needed: bigint): void {
  const isAsked = (needed & MODERATION) !== 0n && world.guilds.get(guildId ?? '')?.mfa_level;
  if (isAsked && actor.kind === 'bot' && !world.users.get(actor.userId)?.mfa_enabled)
    throw refusal('needsTwoFactor');
}

export function requireInGuild(call: Call, guildId: string, needed: bigint): void {
  requireTwoFactor(call, guildId, needed);
  if (!has(guildPermissions(call.world, guildId, call.actor.userId), needed))
    throw refusal('missingPermissions');
}

export function permissionsHere(call: Call, channel: SimChannel): bigint {
  return channelPermissions(call.world, channel, call.actor.userId);
}

export function requireInChannel(call: Call, channel: SimChannel, needed: bigint): void {
  requireTwoFactor(call, channel.guild_id, needed);
  if (!has(permissionsHere(call, channel), needed)) throw refusal('missingPermissions');
}

/**
 * What one may do where a channel is, or comes to be: in its category, else in the server. Discord asks that of whoever
 * makes a channel, moves it, or changes who may do what in it.
 * https://github.com/discord/discord-api-docs/issues/5655, https://github.com/discord/discord-api-docs/issues/3756
 */
export function permissionsAround(call: Call, guildId: string, parentId: string | null | undefined): bigint {
  const parent = call.world.channels.get(parentId ?? '');
  return parent ? permissionsHere(call, parent) : guildPermissions(call.world, guildId, call.actor.userId);
}

/** A place for a channel, which the one who asks must be able to see and to change. */
export function requirePlace(call: Call, guildId: string, parentId: string | null | undefined): void {
  requireTwoFactor(call, guildId, P.ManageChannels);
  const around = permissionsAround(call, guildId, parentId);
  if (parentId && !has(around, P.ViewChannel)) throw refusal('missingAccess');
  if (!has(around, P.ManageChannels)) throw refusal('missingPermissions');
}

/** Whether the one who asks stands above a role; the owner stands above all. */
export function outranksRole(call: Call, guild: SimGuild, role: SimRole): boolean {
  return isAbove(call.world, guild, call.actor.userId, role);
}

export function requireOutranks(call: Call, guild: SimGuild, userId: string): void {
  const { actor } = call;
  if (userId !== actor.userId && !outranks(call.world, guild, actor.userId, userId))
    throw refusal('missingPermissions');
}

/** Nobody hands out what they do not have. */
export function requireOwn(own: bigint, given: bigint): void {
  if (own !== ALL_PERMISSIONS && (given & ALL_PERMISSIONS & ~own) !== 0n) throw refusal('missingPermissions');
}

const WRITABLE: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.DM,
  ChannelType.GuildVoice,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

export function requireWritable(channel: SimChannel): void {
  if (!WRITABLE.includes(channel.type)) throw refusal('nonText');
}

/** A thread in the archive takes no changes before it is opened again. */
export function requireActive(channel: SimChannel): void {
  if (channel.thread_metadata?.archived) throw refusal('threadArchived');
}

export function mayManageThread(call: Call, thread: SimChannel): boolean {
  return has(permissionsHere(call, thread), P.ManageThreads);
}
