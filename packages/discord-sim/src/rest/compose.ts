import type { APIMessageReference } from 'discord-api-types/v10';
import { MessageFlags, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal } from '../errors.ts';
import { has } from '../permissions/compute.ts';
import { isThread } from '../permissions/of.ts';
import { putChannel } from '../world/channels.ts';
import { isoTime } from '../world/clock.ts';
import type { SimChannel, SimMessage } from '../world/entities.ts';
import { createMessage, updateMessage } from '../world/messages.ts';
import type { World } from '../world/world.ts';
import { computePings, pullIntoThread } from './mentions.ts';
import { type MessageBody, requireSomething, V2 } from './message-body.ts';

/** Flags that an application may set itself. */
const OWN_FLAGS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.Ephemeral | V2;

export interface Voice {
  author_id: string;
  webhook_id?: string;
  webhook_author?: SimMessage['webhook_author'];
  application_id?: string;
  /** What the speaker may ping. */
  permissions: bigint;
}

export interface Extras {
  type?: MessageType;
  nonce?: string | number;
  tts?: boolean;
  replyTo?: SimMessage;
  reference?: APIMessageReference;
  ephemeral_for?: string;
  interaction?: SimMessage['interaction'];
  flags?: number;
}

/** Turns a checked body into a message in its channel. Permissions were asked before. */
export function speak(
  world: World,
  channel: SimChannel,
  body: MessageBody,
  voice: Voice,
  extras: Extras = {},
): SimMessage {
  const { permissions, ...author } = voice;
  const { replyTo, reference, flags = 0, ...rest } = extras;
  const pings = computePings(world, {
    channel,
    text: body.text,
    allowed: body.allowed,
    permissions,
    replyTo,
  });
  const message: SimMessage = {
    id: world.newId(),
    channel_id: channel.id,
    ...(channel.guild_id ? { guild_id: channel.guild_id } : {}),
    type: replyTo ? MessageType.Reply : MessageType.Default,
    content: body.content ?? '',
    timestamp: isoTime(world.clock.now()),
    edited_timestamp: null,
    tts: false,
    attachments: body.added,
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    reactions: [],
    pinned_at: null,
    ...author,
    ...rest,
    ...pings,
    flags: (body.flags & OWN_FLAGS) | flags,
    ...(reference ? { message_reference: reference } : {}),
  };
  return world.transact(() => {
    if (isThread(channel) && !message.ephemeral_for) pullIntoThread(world, channel, pings);
    return createMessage(world, message);
  });
}

/** Applies an edit. Nobody is notified by one, but a thread takes in whom it newly mentions. */
export function rewrite(
  world: World,
  message: SimMessage,
  body: MessageBody,
  options: { permissions: bigint; clearFlags?: number; silent?: boolean },
): SimMessage {
  const channel = world.channels.get(message.channel_id);
  if (!channel) throw refusal('notFound');
  const kept = body.kept
    ? message.attachments.filter((file) => body.kept?.some((entry) => entry.id === file.id))
    : message.attachments;
  const changes: Partial<SimMessage> = {
    content: body.content ?? message.content,
    embeds: body.embeds ?? message.embeds,
    components: body.components ?? message.components,
    attachments: [...kept, ...body.added],
  };
  const suppress = body.flags & MessageFlags.SuppressEmbeds;
  const flags = ((message.flags & ~(options.clearFlags ?? 0)) | suppress | (body.flags & V2)) as MessageFlags; // numbers with the flags' bits
  const whole = { ...message, ...changes, flags };
  requireSomething(whole);
  const pings = computePings(world, {
    channel,
    text: body.content === undefined && body.components === undefined ? '' : body.text,
    allowed: body.allowed,
    permissions: options.permissions,
  });
  return world.transact(() => {
    if (isThread(channel) && !message.ephemeral_for) pullIntoThread(world, channel, pings);
    for (const file of message.attachments) if (!kept.includes(file)) world.blobs.delete(file.blob_id);
    const edited_timestamp = options.silent ? message.edited_timestamp : isoTime(world.clock.now());
    return updateMessage(world, message, { ...changes, flags, edited_timestamp });
  });
}

/** Everything that writing in a channel needs, beyond seeing it. */
export function requireMaySpeak(channel: SimChannel, permissions: bigint, body: MessageBody): void {
  const send = isThread(channel) ? P.SendMessagesInThreads : P.SendMessages;
  if (!has(permissions, send)) throw refusal('missingPermissions');
  if (body.embeds?.length && !has(permissions, P.EmbedLinks)) throw refusal('missingPermissions');
  if (body.added.length > 0 && !has(permissions, P.AttachFiles)) throw refusal('missingPermissions');
  const thread = channel.thread_metadata;
  if (thread?.locked && !has(permissions, P.ManageThreads)) {
    throw refusal(thread.archived ? 'threadArchived' : 'threadLocked');
  }
}

/** Words take a thread out of the archive. */
export function wake(world: World, channel: SimChannel): void {
  const data = channel.thread_metadata;
  if (!data?.archived) return;
  const archive_timestamp = isoTime(world.clock.now());
  putChannel(world, { ...channel, thread_metadata: { ...data, archived: false, archive_timestamp } });
}
