import { AuditLogEvent, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { type Cause, recordAudit } from './audit-log.ts';
import type { SimWebhook } from './entities.ts';
import type { World } from './world.ts';

export function putWebhook(world: World, webhook: SimWebhook, cause?: Cause): SimWebhook {
  return world.transact(() => {
    const action = world.webhooks.has(webhook.id) ? AuditLogEvent.WebhookUpdate : AuditLogEvent.WebhookCreate;
    const moved = world.webhooks.get(webhook.id);
    world.webhooks.put(webhook);
    recordAudit(world, { guildId: webhook.guild_id, action, targetId: webhook.id, cause });
    emitWebhooks(world, webhook);
    if (moved && moved.channel_id !== webhook.channel_id) emitWebhooks(world, moved);
    return webhook;
  });
}

export function deleteWebhook(world: World, webhook: SimWebhook, cause?: Cause): void {
  world.transact(() => {
    world.webhooks.delete(webhook.id);
    const action = AuditLogEvent.WebhookDelete;
    recordAudit(world, { guildId: webhook.guild_id, action, targetId: webhook.id, cause });
    emitWebhooks(world, webhook);
  });
}

function emitWebhooks(world: World, { guild_id, channel_id }: SimWebhook): void {
  world.emit({
    t: Event.WebhooksUpdate,
    audience: { to: 'guild', guildId: guild_id },
    guildId: guild_id,
    data: () => ({ guild_id, channel_id }),
  });
}
