import { AuditLogEvent, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { type Cause, recordAudit } from './audit-log.ts';
import type { SimMember } from './entities.ts';
import { renderGuildCreate } from './guild-create.ts';
import { renderMember, renderUserById } from './render.ts';
import { deleteRole } from './roles.ts';
import { removeThreadMember } from './threads.ts';
import type { World } from './world.ts';

/** Lets someone into a server: they learn all about it, and the others learn about them. */
export function joinGuild(world: World, member: SimMember): SimMember {
  const { guild_id: guildId, user_id: userId } = member;
  return world.transact(() => {
    world.members.put(member);
    world.emit({
      t: Event.GuildCreate,
      audience: { to: 'users', userIds: [userId] },
      guildId,
      data: (viewer) => renderGuildCreate(world, guildId, viewer),
    });
    const payload = { ...renderMember(world, member), guild_id: guildId };
    world.emit({ t: Event.GuildMemberAdd, audience: { to: 'guild', guildId }, guildId, data: () => payload });
    return member;
  });
}

/** Stores a changed member and tells the server. */
export function putMember(world: World, member: SimMember): SimMember {
  const { guild_id: guildId } = member;
  world.members.put(member);
  const payload = { ...renderMember(world, member), guild_id: guildId };
  world.emit({
    t: Event.GuildMemberUpdate,
    audience: { to: 'guild', guildId },
    guildId,
    data: () => payload,
  });
  return member;
}

export function updateMember(
  world: World,
  before: SimMember,
  changes: Partial<Pick<SimMember, 'nick' | 'roles' | 'communication_disabled_until'>>,
  cause?: Cause,
): SimMember {
  return world.transact(() => {
    const action = changes.roles ? AuditLogEvent.MemberRoleUpdate : AuditLogEvent.MemberUpdate;
    recordAudit(world, { guildId: before.guild_id, action, targetId: before.user_id, cause });
    return putMember(world, { ...before, ...changes });
  });
}

/** Takes someone out of a server: by leaving, or, with a cause, by a kick. */
export function leaveGuild(world: World, guildId: string, userId: string, cause?: Cause): boolean {
  const key = `${guildId}:${userId}`;
  if (!world.members.has(key)) return false;
  world.transact(() => {
    for (const thread of world.channels.in('threads', guildId)) removeThreadMember(world, thread, userId);
    world.members.delete(key);
    recordAudit(world, { guildId, action: AuditLogEvent.MemberKick, targetId: userId, cause });
    const user = renderUserById(world, userId);
    world.emit({
      t: Event.GuildMemberRemove,
      audience: { to: 'guild', guildId },
      guildId,
      data: () => ({ guild_id: guildId, user }),
    });
    world.emit({
      t: Event.GuildDelete,
      audience: { to: 'users', userIds: [userId] },
      guildId,
      data: () => ({ id: guildId }),
    });
    const managed = world.roles.in('guild', guildId).find((role) => role.tags?.bot_id === userId);
    if (managed) deleteRole(world, managed);
  });
  return true;
}

export function banMember(world: World, ban: { guildId: string; userId: string }, cause?: Cause): void {
  const { guildId, userId } = ban;
  world.transact(() => {
    world.bans.put({ guild_id: guildId, user_id: userId, reason: cause?.reason ?? null });
    leaveGuild(world, guildId, userId);
    recordAudit(world, { guildId, action: AuditLogEvent.MemberBanAdd, targetId: userId, cause });
    emitBan(world, Event.GuildBanAdd, guildId, userId);
  });
}

export function unbanMember(world: World, guildId: string, userId: string, cause?: Cause): boolean {
  return world.transact(() => {
    if (!world.bans.delete(`${guildId}:${userId}`)) return false;
    recordAudit(world, { guildId, action: AuditLogEvent.MemberBanRemove, targetId: userId, cause });
    emitBan(world, Event.GuildBanRemove, guildId, userId);
    return true;
  });
}

function emitBan(world: World, t: string, guildId: string, userId: string): void {
  const user = renderUserById(world, userId);
  world.emit({ t, audience: { to: 'guild', guildId }, guildId, data: () => ({ guild_id: guildId, user }) });
}
