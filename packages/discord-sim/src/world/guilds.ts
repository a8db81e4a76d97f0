import { AuditLogEvent, GatewayDispatchEvents as Event, PermissionFlagsBits } from 'discord-api-types/v10';
import { type Cause, recordAudit } from './audit-log.ts';
import { isoTime } from './clock.ts';
import type { SimGuild, SimMember, SimRole } from './entities.ts';
import { imageKey } from './images.ts';
import { joinGuild } from './members.ts';
import { NO_FLAGS } from './no-flags.ts';
import { renderGuild } from './render.ts';
import { createRole } from './roles.ts';
import type { World } from './world.ts';

export function updateGuild(
  world: World,
  before: SimGuild,
  changes: Partial<SimGuild>,
  cause?: Cause,
): SimGuild {
  return world.transact(() => {
    const guild = world.guilds.put({ ...before, ...changes });
    const guildId = guild.id;
    recordAudit(world, { guildId, action: AuditLogEvent.GuildUpdate, targetId: guildId, cause });
    const payload = renderGuild(world, guild);
    world.emit({ t: Event.GuildUpdate, audience: { to: 'guild', guildId }, guildId, data: () => payload });
    return guild;
  });
}

/** Deletes a server with all that is in it. */
export function deleteGuild(world: World, guildId: string): void {
  world.transact(() => {
    const userIds = world.members.in('guild', guildId).map((member) => member.user_id);
    world.emit({
      t: Event.GuildDelete,
      audience: { to: 'users', userIds },
      guildId,
      data: () => ({ id: guildId }),
    });
    for (const channel of [
      ...world.channels.in('threads', guildId),
      ...world.channels.in('guild', guildId),
    ]) {
      for (const id of [...world.messages.keysIn('channel', channel.id)]) world.messages.delete(id);
      for (const row of world.threadMembers.in('thread', channel.id))
        world.threadMembers.delete(`${row.thread_id}:${row.user_id}`);
      world.channels.delete(channel.id);
    }
    for (const webhook of world.webhooks.in('guild', guildId)) world.webhooks.delete(webhook.id);
    for (const { id } of world.emojis.in('guild', guildId)) {
      world.emojis.delete(id);
      world.blobs.delete(imageKey(id));
    }
    for (const role of world.roles.in('guild', guildId)) world.roles.delete(role.id);
    for (const userId of userIds) world.members.delete(`${guildId}:${userId}`);
    world.guilds.delete(guildId);
  });
}

/**
 * Invites an application's bot, as the authorize page does: a managed role with the wished permissions, a place
 * among the members, and an audit log entry that names the inviter.
 */
export function installBot(
  world: World,
  input: { guildId: string; applicationId: string; permissions?: bigint; invitedBy?: string },
): SimMember | undefined {
  const app = world.applications.get(input.applicationId);
  const { guildId } = input;
  if (!app || !world.guilds.has(guildId)) return undefined;
  const existing = world.members.get(`${guildId}:${app.bot_user_id}`);
  if (existing) return existing;
  return world.transact(() => {
    const permissions = input.permissions ?? PermissionFlagsBits.Administrator;
    const role = permissions ? createRole(world, managedRole(world, guildId, app, permissions)) : undefined;
    const cause = input.invitedBy ? { userId: input.invitedBy } : undefined;
    recordAudit(world, { guildId, action: AuditLogEvent.BotAdd, targetId: app.bot_user_id, cause });
    return joinGuild(world, {
      guild_id: guildId,
      user_id: app.bot_user_id,
      nick: null,
      roles: role ? [role.id] : [],
      joined_at: isoTime(world.clock.now()),
      communication_disabled_until: null,
      pending: false,
      flags: NO_FLAGS,
    });
  });
}

function managedRole(
  world: World,
  guildId: string,
  app: { name: string; bot_user_id: string },
  permissions: bigint,
): SimRole {
  const top = Math.max(0, ...world.roles.in('guild', guildId).map((role) => role.position));
  return {
    id: world.newId(),
    guild_id: guildId,
    name: app.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: top + 1,
    permissions: permissions.toString(),
    managed: true,
    mentionable: false,
    tags: { bot_id: app.bot_user_id },
    flags: NO_FLAGS,
  };
}
