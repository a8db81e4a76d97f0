import type { APIAuditLogChange, APIAuditLogEntry, AuditLogEvent } from 'discord-api-types/v10';
import type { World } from './world.ts';

/** On whose account a change goes, and why, as the audit log will tell it. */
export interface Cause {
  userId: string;
  reason?: string;
}

interface Entry {
  guildId: string;
  action: AuditLogEvent;
  targetId: string | null;
  cause: Cause | undefined;
  changes?: APIAuditLogChange[];
  options?: APIAuditLogEntry['options'];
}

/** Keeps who changed what and why. A change without a cause is the world's own, and leaves no trace. */
export function recordAudit(
  world: World,
  { guildId, action, targetId, cause, changes, options }: Entry,
): void {
  if (!cause) return;
  world.auditLog.put({
    id: world.newId(),
    guild_id: guildId,
    action_type: action,
    target_id: targetId,
    user_id: cause.userId,
    ...(cause.reason ? { reason: cause.reason } : {}),
    ...(changes ? { changes } : {}),
    ...(options ? { options } : {}),
  });
}

/** The reasons that were given for changes of one thing, oldest first. */
export function auditReasons(world: World, targetId: string): string[] {
  return world.auditLog.in('target', targetId).flatMap((entry) => (entry.reason ? [entry.reason] : []));
}
