import {
  ChannelType,
  MessageFlags,
  MessageReferenceType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import { refusal } from '../../errors.ts';
import { has } from '../../permissions/compute.ts';
import { isThread } from '../../permissions/of.ts';
import type { SimChannel, SimMessage } from '../../world/entities.ts';
import { deleteMessage, deleteMessages, updateMessage } from '../../world/messages.ts';
import { timeOfId } from '../../world/snowflake.ts';
import { lowerBound } from '../../world/table.ts';
import { addThreadMember } from '../../world/threads.ts';
import { permissionsHere, requireInChannel, requireWritable, theChannel, theMessage } from '../access.ts';
import { type Call, causeOf, fieldsOf, type Route } from '../call.ts';
import { requireMaySpeak, rewrite, speak, wake } from '../compose.ts';
import { showMessage } from '../content-intent.ts';
import { readMessageBody, requireSomething } from '../message-body.ts';
import { Form, refuseForm } from '../validate/form.ts';

const TWO_WEEKS_MS = 14 * 24 * 3_600_000;
const NONCE_LIFETIME_MS = 5 * 60_000;

export const messageRoutes: Route[] = [
  { method: 'GET', path: '/channels/:channel_id/messages', access: 'member', handle: list },
  { method: 'POST', path: '/channels/:channel_id/messages', access: 'member', handle: create },
  { method: 'GET', path: '/channels/:channel_id/messages/:message_id', access: 'member', handle: getOne },
  { method: 'PATCH', path: '/channels/:channel_id/messages/:message_id', access: 'member', handle: edit },
  { method: 'DELETE', path: '/channels/:channel_id/messages/:message_id', access: 'member', handle: remove },
  { method: 'POST', path: '/channels/:channel_id/messages/bulk-delete', access: 'bot', handle: removeMany },
];

function list(call: Call): unknown {
  const { world, query } = call;
  const channel = theChannel(call);
  requireWritable(channel);
  const form = new Form();
  const limit = form.integer(query.limit, 'limit', { min: 1, max: 100 }) ?? 50;
  form.done();
  if (!has(permissionsHere(call, channel), P.ReadMessageHistory)) return [];
  const keys = world.messages.keysIn('channel', channel.id);
  const ids = page(keys, query, limit);
  return ids
    .toReversed()
    .flatMap((id) => world.messages.get(id) ?? [])
    .map((message) => showMessage(call, message));
}

/** A stretch of the channel, oldest first, cut where `before`, `after` or `around` say. */
function page(keys: readonly string[], query: Call['query'], limit: number): readonly string[] {
  if (query.around) {
    const middle = lowerBound(keys, query.around);
    const start = Math.max(0, middle - Math.floor(limit / 2));
    return keys.slice(start, start + limit);
  }
  if (query.after) {
    const start = lowerBound(keys, query.after);
    const first = keys[start] === query.after ? start + 1 : start;
    return keys.slice(first, first + limit);
  }
  const end = query.before ? lowerBound(keys, query.before) : keys.length;
  return keys.slice(Math.max(0, end - limit), end);
}

function create(call: Call): unknown {
  const { world, actor } = call;
  const fields = fieldsOf(call.body);
  const channel = theChannel(call);
  requireWritable(channel);
  const body = readMessageBody(call, { plain: actor.kind === 'user' });
  const permissions = permissionsHere(call, channel);
  requireMaySpeak(channel, permissions, body);
  requireReachable(call, channel);
  const nonce = readNonce(fields.nonce);
  const said = fields.enforce_nonce === true ? saidBefore(call, channel, nonce) : undefined;
  if (said) return showMessage(call, said);
  requireSomething({
    content: body.content ?? '',
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    attachments: body.added,
  });
  requirePatience(call, channel, permissions);
  const reference = readReference(call, channel, permissions, fields.message_reference);
  wake(world, channel);
  if (isThread(channel)) addThreadMember(world, channel, actor.userId);
  const current = world.channels.get(channel.id) ?? channel;
  const message = speak(
    world,
    current,
    { ...body, flags: body.flags & ~MessageFlags.Ephemeral },
    { author_id: actor.userId, permissions },
    {
      ...(nonce === undefined ? {} : { nonce }),
      tts: fields.tts === true && has(permissions, P.SendTTSMessages),
      ...reference,
    },
  );
  return showMessage(call, message);
}

/** A direct message needs a shared server and an open ear. */
function requireReachable(call: Call, channel: SimChannel): void {
  const other = channel.recipient_ids?.find((id) => id !== call.actor.userId);
  if (!other || call.actor.kind !== 'bot') return;
  const { world, actor } = call;
  const shared = world.members
    .in('user', actor.userId)
    .some((member) => world.members.has(`${member.guild_id}:${other}`));
  if (!shared || !world.users.get(other)?.accepts_dms) throw refusal('cannotDm');
}

function readNonce(value: unknown): string | number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (String(value).length > 25)
    refuseForm('nonce', 'NONCE_TYPE_TOO_LONG', 'Nonce must be 25 or fewer in length.');
  return value;
}

function saidBefore(
  call: Call,
  channel: SimChannel,
  nonce: string | number | undefined,
): SimMessage | undefined {
  if (nonce === undefined) return undefined;
  const { world, actor } = call;
  return world.messages.in('nonce', `${actor.userId}:${nonce}`).find((message) => {
    const age = world.clock.now() - timeOfId(message.id);
    return message.channel_id === channel.id && age < NONCE_LIFETIME_MS;
  });
}

/** Slow mode: a person waits between two messages. */
function requirePatience(call: Call, channel: SimChannel, permissions: bigint): void {
  const { world, actor } = call;
  if (!channel.rate_limit_per_user || actor.kind === 'bot') return;
  if (has(permissions, P.ManageMessages) || has(permissions, P.ManageChannels)) return;
  const since = world.clock.now() - channel.rate_limit_per_user * 1000;
  const keys = world.messages.keysIn('channel', channel.id);
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const id = keys[at] ?? '';
    if (timeOfId(id) < since) return;
    if (world.messages.get(id)?.author_id === actor.userId) throw refusal('slowmode');
  }
}

function readReference(call: Call, channel: SimChannel, permissions: bigint, value: unknown) {
  const given = fieldsOf(value);
  if (given.message_id === undefined) return {};
  const target = call.world.messages.get(String(given.message_id));
  const forward = given.type === MessageReferenceType.Forward;
  if (!target || target.ephemeral_for || (!forward && target.channel_id !== channel.id)) {
    if (given.fail_if_not_exists === false) return {};
    refuseForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  if (!has(permissions, P.ReadMessageHistory)) throw refusal('noHistory');
  const reference = {
    type: MessageReferenceType.Default,
    message_id: target.id,
    channel_id: target.channel_id,
    ...(target.guild_id ? { guild_id: target.guild_id } : {}),
  };
  return { replyTo: target, reference };
}

function getOne(call: Call): unknown {
  const channel = theChannel(call);
  if (channel.type !== ChannelType.DM) requireInChannel(call, channel, P.ReadMessageHistory);
  return showMessage(call, theMessage(call, channel));
}

function edit(call: Call): unknown {
  const { world, actor } = call;
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  const fields = fieldsOf(call.body);
  if (message.author_id !== actor.userId || message.webhook_author) {
    const onlyFlags = Object.keys(fields).every((key) => key === 'flags');
    if (!onlyFlags) throw refusal('notAuthor');
    requireInChannel(call, channel, P.ManageMessages);
    const suppress = Number(fields.flags) & MessageFlags.SuppressEmbeds;
    const flags = ((message.flags & ~MessageFlags.SuppressEmbeds) | suppress) as MessageFlags; // numbers with the flags' bits
    return showMessage(call, updateMessage(world, message, { flags }));
  }
  if (channel.thread_metadata?.archived) throw refusal('threadArchived');
  const body = readMessageBody(call, { plain: actor.kind === 'user', before: message.flags });
  if (body.added.length > 0) requireInChannel(call, channel, P.AttachFiles);
  const permissions = permissionsHere(call, channel);
  return showMessage(call, rewrite(world, message, body, { permissions }));
}

function remove(call: Call): unknown {
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  if (message.author_id !== call.actor.userId) requireInChannel(call, channel, P.ManageMessages);
  if (channel.thread_metadata?.archived) throw refusal('threadArchived');
  deleteMessage(call.world, message, causeOf(call));
  return undefined;
}

function removeMany(call: Call): unknown {
  const { world } = call;
  const channel = theChannel(call);
  requireInChannel(call, channel, P.ManageMessages);
  const form = new Form();
  const ids = [...new Set(form.list(fieldsOf(call.body).messages, 'messages', { max: 100 }).map(String))];
  if (ids.length < 2 || ids.length > 100) throw refusal('tooFewOrMany');
  if (ids.some((id) => world.clock.now() - timeOfId(id) > TWO_WEEKS_MS)) throw refusal('tooOld');
  const here = ids.filter((id) => world.messages.get(id)?.channel_id === channel.id);
  deleteMessages(world, channel, here, causeOf(call));
  return undefined;
}
