import type { APIMessage } from 'discord-api-types/v10';
import { AuditLogEvent, GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { isThread } from '../permissions/of.ts';
import { type Cause, recordAudit } from './audit-log.ts';
import { isoTime } from './clock.ts';
import type { SimChannel, SimMessage } from './entities.ts';
import type { Audience, Viewer } from './events.ts';
import { renderMemberOnly, renderMessage } from './render.ts';
import { compareIds } from './snowflake.ts';
import type { World } from './world.ts';

/** Puts a message in its channel, after all checks: the channel moves on, and anyone who may see it is told. */
export function createMessage(world: World, message: SimMessage): SimMessage {
  return world.transact(() => {
    const channel = world.channels.get(message.channel_id);
    const counted = channel && isThread(channel) && !message.ephemeral_for;
    const row = counted ? { ...message, position: channel.total_message_sent ?? 0 } : message;
    world.messages.put(row);
    if (channel && !message.ephemeral_for) {
      const newest = compareIds(channel.last_message_id ?? '', row.id) < 0 ? row.id : channel.last_message_id;
      world.channels.put({
        ...channel,
        last_message_id: newest,
        ...(counted
          ? {
              message_count: (channel.message_count ?? 0) + 1,
              total_message_sent: (channel.total_message_sent ?? 0) + 1,
            }
          : {}),
      });
    }
    emitMessage(world, Event.MessageCreate, row);
    return row;
  });
}

/** Stores a changed message and tells its readers. */
export function updateMessage(world: World, before: SimMessage, changes: Partial<SimMessage>): SimMessage {
  return world.transact(() => {
    const message = world.messages.put({ ...before, ...changes });
    emitMessage(world, Event.MessageUpdate, message);
    return message;
  });
}

export function deleteMessage(world: World, message: SimMessage, cause?: Cause): void {
  world.transact(() => {
    dropMessage(world, message);
    if (message.guild_id && cause && cause.userId !== message.author_id) {
      const options = { channel_id: message.channel_id, count: '1' };
      const action = AuditLogEvent.MessageDelete;
      recordAudit(world, { guildId: message.guild_id, action, targetId: message.author_id, cause, options });
    }
    const { id, channel_id, guild_id } = message;
    emitAbout(world, Event.MessageDelete, message, () => ({
      id,
      channel_id,
      ...(guild_id && !message.ephemeral_for ? { guild_id } : {}),
    }));
  });
}

export function deleteMessages(
  world: World,
  channel: SimChannel,
  ids: readonly string[],
  cause?: Cause,
): void {
  world.transact(() => {
    const found = ids.flatMap((id) => world.messages.get(id) ?? []);
    for (const message of found) dropMessage(world, message);
    const { guild_id: guildId } = channel;
    if (guildId) {
      const action = AuditLogEvent.MessageBulkDelete;
      const options = { count: String(found.length) };
      recordAudit(world, { guildId, action, targetId: channel.id, cause, options });
    }
    world.emit({
      t: Event.MessageDeleteBulk,
      audience: { to: 'channel', channel },
      guildId,
      data: () => ({ ids: found.map((message) => message.id), channel_id: channel.id, guild_id: guildId }),
    });
  });
}

export function setPinned(world: World, message: SimMessage, pinned: boolean, cause?: Cause): SimMessage {
  return world.transact(() => {
    const now = isoTime(world.clock.now());
    const row = world.messages.put({ ...message, pinned_at: pinned ? now : null });
    const channel = world.channels.get(message.channel_id);
    if (channel && pinned) world.channels.put({ ...channel, last_pin_timestamp: now });
    if (message.guild_id) {
      const action = pinned ? AuditLogEvent.MessagePin : AuditLogEvent.MessageUnpin;
      const options = { channel_id: message.channel_id, message_id: message.id };
      recordAudit(world, { guildId: message.guild_id, action, targetId: message.author_id, cause, options });
    }
    const last = pinned ? now : (channel?.last_pin_timestamp ?? null);
    emitAbout(world, Event.ChannelPinsUpdate, row, () => ({
      channel_id: message.channel_id,
      guild_id: message.guild_id,
      last_pin_timestamp: last,
    }));
    emitMessage(world, Event.MessageUpdate, row);
    return row;
  });
}

/** Tells the readers of a message something about it. */
export function emitAbout(
  world: World,
  t: string,
  message: SimMessage,
  data: (viewer: Viewer) => unknown,
): void {
  const channel = world.channels.get(message.channel_id);
  if (!channel) return;
  const direct = !message.guild_id || message.ephemeral_for !== undefined;
  world.emit({
    t,
    audience: audienceOf(message, channel),
    ...(direct ? { direct } : { guildId: message.guild_id }),
    data,
  });
}

function audienceOf(message: SimMessage, channel: SimChannel): Audience {
  if (message.ephemeral_for) return { to: 'users', userIds: [message.ephemeral_for, message.author_id] };
  if (channel.recipient_ids) return { to: 'users', userIds: channel.recipient_ids };
  return { to: 'channel', channel };
}

function emitMessage(world: World, t: string, message: SimMessage): void {
  emitAbout(world, t, message, (viewer) => messageEvent(world, message, viewer));
}

/** A message as the gateway sends it: with what the author and the mentioned are in this server. */
function messageEvent(
  world: World,
  message: SimMessage,
  viewer: Viewer,
): APIMessage & Record<string, unknown> {
  const payload = renderMessage(world, message, viewer);
  const { guild_id: guildId } = message;
  if (!guildId || message.ephemeral_for) return { ...payload };
  const member = message.webhook_author ? undefined : world.members.get(`${guildId}:${message.author_id}`);
  return {
    ...payload,
    guild_id: guildId,
    ...(member ? { member: renderMemberOnly(member) } : {}),
    mentions: payload.mentions.map((user) => {
      const mentioned = world.members.get(`${guildId}:${user.id}`);
      return mentioned ? { ...user, member: renderMemberOnly(mentioned) } : user;
    }),
  };
}

function dropMessage(world: World, message: SimMessage): void {
  world.messages.delete(message.id);
  for (const file of message.attachments) world.blobs.delete(file.blob_id);
  const channel = world.channels.get(message.channel_id);
  if (channel && isThread(channel) && !message.ephemeral_for) {
    world.channels.put({ ...channel, message_count: Math.max(0, (channel.message_count ?? 1) - 1) });
  }
}
