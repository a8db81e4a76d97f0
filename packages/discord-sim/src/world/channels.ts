import type { APIOverwrite } from 'discord-api-types/v10';
import { AuditLogEvent, ChannelType, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { isThread } from '../permissions/of.ts';
import { type Cause, recordAudit } from './audit-log.ts';
import type { SimChannel } from './entities.ts';
import { renderChannel, renderChannelFor } from './render.ts';
import { dmKey } from './tables.ts';
import { emitThread, syncThreads } from './threads.ts';
import type { World } from './world.ts';

export function createChannel(world: World, channel: SimChannel, cause?: Cause): SimChannel {
  const guildId = channel.guild_id;
  return world.transact(() => {
    world.channels.put(channel);
    if (guildId)
      recordAudit(world, { guildId, action: AuditLogEvent.ChannelCreate, targetId: channel.id, cause });
    emitChannel(world, Event.ChannelCreate, channel);
    return channel;
  });
}

export function updateChannel(
  world: World,
  before: SimChannel,
  changes: Partial<SimChannel>,
  cause?: Cause,
): SimChannel {
  return world.transact(() => {
    const guildId = before.guild_id;
    const action = isThread(before) ? AuditLogEvent.ThreadUpdate : AuditLogEvent.ChannelUpdate;
    if (guildId) {
      const keys = Object.keys(changes) as (keyof SimChannel)[]; // Partial<SimChannel> has no others
      const changed = keys.filter((key) => before[key] !== changes[key]);
      const list = changed.map((key) => ({ key, old_value: before[key], new_value: changes[key] }));
      recordAudit(world, { guildId, action, targetId: before.id, cause, changes: list as never }); // keys differ by action in the types
    }
    return putChannel(world, { ...before, ...changes });
  });
}

/** Stores a changed channel or thread and tells those who know it. */
export function putChannel(world: World, channel: SimChannel): SimChannel {
  const before = world.channels.get(channel.id);
  world.channels.put(channel);
  if (isThread(channel)) emitThread(world, Event.ThreadUpdate, channel);
  else emitChannel(world, Event.ChannelUpdate, channel);
  const reopened = before && before.permission_overwrites !== channel.permission_overwrites;
  if (reopened) syncThreads(world, before, channel);
  return channel;
}

export function setOverwrite(
  world: World,
  channel: SimChannel,
  overwrite: APIOverwrite,
  cause?: Cause,
): SimChannel {
  const others = channel.permission_overwrites.filter((existing) => existing.id !== overwrite.id);
  return changeOverwrites(world, channel, [...others, overwrite], overwrite.id, cause);
}

export function deleteOverwrite(world: World, channel: SimChannel, id: string, cause?: Cause): SimChannel {
  const others = channel.permission_overwrites.filter((existing) => existing.id !== id);
  return changeOverwrites(world, channel, others, id, cause);
}

function changeOverwrites(
  world: World,
  channel: SimChannel,
  overwrites: APIOverwrite[],
  changedId: string,
  cause?: Cause,
): SimChannel {
  return world.transact(() => {
    if (channel.guild_id) {
      const action = AuditLogEvent.ChannelOverwriteUpdate;
      const options = { id: changedId };
      recordAudit(world, { guildId: channel.guild_id, action, targetId: channel.id, cause, options });
    }
    return putChannel(world, { ...channel, permission_overwrites: overwrites });
  });
}

/** Deletes a channel with its messages, threads and webhooks; the children of a category stay, without a parent. */
export function deleteChannel(world: World, channel: SimChannel, cause?: Cause): void {
  world.transact(() => {
    const guildId = channel.guild_id;
    const thread = isThread(channel);
    const action = thread ? AuditLogEvent.ThreadDelete : AuditLogEvent.ChannelDelete;
    if (guildId) recordAudit(world, { guildId, action, targetId: channel.id, cause });
    for (const child of world.channels.in('parent', channel.id)) {
      if (channel.type === ChannelType.GuildCategory) putChannel(world, { ...child, parent_id: null });
      else forget(world, child);
    }
    for (const webhook of world.webhooks.in('channel', channel.id)) world.webhooks.delete(webhook.id);
    if (thread) emitThread(world, Event.ThreadDelete, channel);
    else emitChannel(world, Event.ChannelDelete, channel);
    forget(world, channel);
  });
}

function forget(world: World, channel: SimChannel): void {
  for (const id of [...world.messages.keysIn('channel', channel.id)]) {
    for (const file of world.messages.get(id)?.attachments ?? []) world.blobs.delete(file.blob_id);
    world.messages.delete(id);
  }
  for (const row of world.threadMembers.in('thread', channel.id)) {
    world.threadMembers.delete(`${row.thread_id}:${row.user_id}`);
  }
  world.channels.delete(channel.id);
}

/** The direct message channel of two users, made at its first use. */
export function openDirectChannel(world: World, a: string, b: string): SimChannel {
  const existing = world.channels.in('dm', dmKey(a, b))[0];
  if (existing) return existing;
  return world.transact(() => {
    const channel = world.channels.put({
      id: world.newId(),
      type: ChannelType.DM,
      name: null,
      position: 0,
      parent_id: null,
      topic: null,
      nsfw: false,
      rate_limit_per_user: 0,
      permission_overwrites: [],
      last_message_id: null,
      last_pin_timestamp: null,
      recipient_ids: [a, b],
    });
    world.emit({
      t: Event.ChannelCreate,
      // Bots are not told about direct channels by the gateway since version 8; people's clients are.
      audience: { to: 'users', userIds: [a, b].filter((id) => !world.users.get(id)?.bot) },
      direct: true,
      data: (viewer) => renderChannelFor(world, channel, viewer.userId),
    });
    return channel;
  });
}

function emitChannel(world: World, t: string, channel: SimChannel): void {
  const guildId = channel.guild_id;
  if (!guildId) return;
  const payload = renderChannel(world, channel);
  world.emit({ t, audience: { to: 'guild', guildId }, guildId, data: () => payload });
}
