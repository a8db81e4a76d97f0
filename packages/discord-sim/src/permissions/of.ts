import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { SimChannel, SimGuild, SimRole } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { computePermissions, has } from './compute.ts';

/** In a direct message both ends may do what needs no server. */
const DIRECT_MESSAGE =
  P.ViewChannel |
  P.SendMessages |
  P.EmbedLinks |
  P.AttachFiles |
  P.ReadMessageHistory |
  P.AddReactions |
  P.UseExternalEmojis |
  P.UseExternalStickers |
  P.MentionEveryone |
  P.PinMessages |
  P.UseApplicationCommands;

export function isThread(channel: Pick<SimChannel, 'type'>): boolean {
  return (
    channel.type === ChannelType.PublicThread ||
    channel.type === ChannelType.PrivateThread ||
    channel.type === ChannelType.AnnouncementThread
  );
}

/** Server-wide permissions; nothing for someone who is not a member. */
export function guildPermissions(world: World, guildId: string, userId: string): bigint {
  const guild = world.guilds.get(guildId);
  const member = world.members.get(`${guildId}:${userId}`);
  if (!guild || !member) return 0n;
  return computePermissions({ guild, member, role: (id) => world.roles.get(id), now: world.clock.now() });
}

/** The place of a member's highest role. */
export function topPosition(world: World, guildId: string, userId: string): number {
  const roles = world.members.get(`${guildId}:${userId}`)?.roles ?? [];
  return Math.max(0, ...roles.map((id) => world.roles.get(id)?.position ?? 0));
}

/** Whether someone stands above a role of their server; the owner stands above all. */
export function isAbove(world: World, guild: SimGuild, userId: string, role: SimRole): boolean {
  return guild.owner_id === userId || topPosition(world, guild.id, userId) > role.position;
}

/** Whether someone may kick or change another member, as far as their roles go; nobody stands above the owner. */
export function outranks(world: World, guild: SimGuild, userId: string, otherId: string): boolean {
  if (guild.owner_id === userId) return true;
  if (guild.owner_id === otherId) return false;
  return topPosition(world, guild.id, userId) > topPosition(world, guild.id, otherId);
}

/** Permissions in a channel, thread or direct message; nothing for someone who is not there. */
export function channelPermissions(world: World, channel: SimChannel, userId: string): bigint {
  if (!channel.guild_id) return channel.recipient_ids?.includes(userId) ? DIRECT_MESSAGE : 0n;
  const guild = world.guilds.get(channel.guild_id);
  const member = world.members.get(`${channel.guild_id}:${userId}`);
  if (!guild || !member) return 0n;
  const thread = isThread(channel);
  const holder = thread ? world.channels.get(channel.parent_id ?? '') : channel;
  if (!holder) return 0n;
  const role = (id: string) => world.roles.get(id);
  return computePermissions({
    guild,
    member,
    role,
    now: world.clock.now(),
    channel: holder,
    isThread: thread,
  });
}

/** Whether someone sees the channel at all; private threads show to their members and to thread managers. */
export function canSee(world: World, channel: SimChannel, userId: string): boolean {
  const permissions = channelPermissions(world, channel, userId);
  if (!has(permissions, P.ViewChannel)) return false;
  if (channel.type !== ChannelType.PrivateThread) return true;
  return has(permissions, P.ManageThreads) || world.threadMembers.has(`${channel.id}:${userId}`);
}
