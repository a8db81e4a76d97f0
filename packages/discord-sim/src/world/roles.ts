import { AuditLogEvent, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { type Cause, recordAudit } from './audit-log.ts';
import { putChannel } from './channels.ts';
import type { SimRole } from './entities.ts';
import { putMember } from './members.ts';
import { renderRole } from './render.ts';
import type { World } from './world.ts';

export function createRole(world: World, role: SimRole, cause?: Cause): SimRole {
  return world.transact(() => {
    world.roles.put(role);
    const { guild_id: guildId } = role;
    recordAudit(world, { guildId, action: AuditLogEvent.RoleCreate, targetId: role.id, cause });
    emitRole(world, Event.GuildRoleCreate, role);
    return role;
  });
}

/** A new role goes in just above @everyone, and the others move up. */
export function createLowestRole(world: World, role: Omit<SimRole, 'position'>, cause?: Cause): SimRole {
  return world.transact(() => {
    for (const other of world.roles.in('guild', role.guild_id)) {
      if (other.position === 0) continue;
      emitRole(world, Event.GuildRoleUpdate, world.roles.put({ ...other, position: other.position + 1 }));
    }
    return createRole(world, { ...role, position: 1 }, cause);
  });
}

export function updateRole(world: World, before: SimRole, changes: Partial<SimRole>, cause?: Cause): SimRole {
  return world.transact(() => {
    const role = world.roles.put({ ...before, ...changes });
    const { guild_id: guildId } = role;
    recordAudit(world, { guildId, action: AuditLogEvent.RoleUpdate, targetId: role.id, cause });
    emitRole(world, Event.GuildRoleUpdate, role);
    return role;
  });
}

/** Removes a role, and with it every overwrite and membership that names it. */
export function deleteRole(world: World, role: SimRole, cause?: Cause): void {
  const { id, guild_id: guildId } = role;
  world.transact(() => {
    world.roles.delete(id);
    for (const member of world.members.in('guild', guildId)) {
      if (member.roles.includes(id))
        putMember(world, { ...member, roles: member.roles.filter((r) => r !== id) });
    }
    for (const channel of world.channels.in('guild', guildId)) {
      const kept = channel.permission_overwrites.filter((overwrite) => overwrite.id !== id);
      if (kept.length < channel.permission_overwrites.length) {
        putChannel(world, { ...channel, permission_overwrites: kept });
      }
    }
    recordAudit(world, { guildId, action: AuditLogEvent.RoleDelete, targetId: id, cause });
    world.emit({
      t: Event.GuildRoleDelete,
      audience: { to: 'guild', guildId },
      guildId,
      data: () => ({ guild_id: guildId, role_id: id }),
    });
  });
}

function emitRole(world: World, t: string, role: SimRole): void {
  const { guild_id: guildId } = role;
  world.emit({
    t,
    audience: { to: 'guild', guildId },
    guildId,
    data: () => ({ guild_id: guildId, role: renderRole(role) }),
  });
}
