import type { APIPartialEmoji } from 'discord-api-types/v10';
import { MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { refusal, unknownThing } from '../../errors.ts';
import { has } from '../../permissions/compute.ts';
import { setPinned } from '../../world/messages.ts';
import { addReaction, clearReactions, findReaction, removeReaction } from '../../world/reactions.ts';
import { renderUserById } from '../../world/render.ts';
import { compareIds } from '../../world/snowflake.ts';
import { permissionsHere, requireActive, requireInChannel, theChannel, theMessage } from '../access.ts';
import { type Call, causeOf, param, type Route } from '../call.ts';
import { showMessage } from '../content-intent.ts';
import { addSystemMessage } from '../system-messages.ts';
import { parseReactionEmoji } from '../validate/emoji.ts';
import { Form } from '../validate/form.ts';

const MESSAGE = '/channels/:channel_id/messages/:message_id';
const MAX_EMOJIS = 20;
const MAX_PINS = 250;

export const reactionRoutes: Route[] = [
  { method: 'PUT', path: `${MESSAGE}/reactions/:emoji/@me`, access: 'member', handle: add },
  { method: 'DELETE', path: `${MESSAGE}/reactions/:emoji/:user_id`, access: 'member', handle: remove },
  { method: 'GET', path: `${MESSAGE}/reactions/:emoji`, access: 'member', handle: list },
  { method: 'DELETE', path: `${MESSAGE}/reactions/:emoji`, access: 'member', handle: clearOne },
  { method: 'DELETE', path: `${MESSAGE}/reactions`, access: 'member', handle: clearAll },
  { method: 'GET', path: '/channels/:channel_id/pins', access: 'member', handle: listPinsOld },
  { method: 'PUT', path: '/channels/:channel_id/pins/:message_id', access: 'member', handle: pin },
  { method: 'DELETE', path: '/channels/:channel_id/pins/:message_id', access: 'member', handle: unpin },
  { method: 'GET', path: '/channels/:channel_id/messages/pins', access: 'member', handle: listPins },
  { method: 'PUT', path: '/channels/:channel_id/messages/pins/:message_id', access: 'member', handle: pin },
  {
    method: 'DELETE',
    path: '/channels/:channel_id/messages/pins/:message_id',
    access: 'member',
    handle: unpin,
  },
];

function theEmoji(call: Call): APIPartialEmoji {
  const emoji = parseReactionEmoji(call.world, param(call, 'emoji'));
  if (!emoji) throw unknownThing('emoji');
  return emoji;
}

function add(call: Call): unknown {
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  const emoji = theEmoji(call);
  requireActive(channel);
  requireInChannel(call, channel, P.ReadMessageHistory);
  // Joining a reaction that is there needs less than starting one.
  if (!findReaction(message, emoji)) {
    requireInChannel(call, channel, P.AddReactions);
    if (message.reactions.length >= MAX_EMOJIS) throw refusal('maxReactions');
    const foreign = emoji.id && call.world.emojis.get(emoji.id)?.guild_id !== channel.guild_id;
    if (foreign) requireInChannel(call, channel, P.UseExternalEmojis);
  }
  addReaction(call.world, message, call.actor.userId, emoji);
  return undefined;
}

function remove(call: Call): unknown {
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  const wished = param(call, 'user_id');
  const userId = wished === '@me' ? call.actor.userId : wished;
  if (userId !== call.actor.userId) requireInChannel(call, channel, P.ManageMessages);
  removeReaction(call.world, message, userId, theEmoji(call));
  return undefined;
}

function list(call: Call): unknown {
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  requireInChannel(call, channel, P.ReadMessageHistory);
  const form = new Form();
  const limit = form.integer(call.query.limit, 'limit', { min: 1, max: 100 }) ?? 25;
  form.done();
  const ids = findReaction(message, theEmoji(call))?.user_ids ?? [];
  const after = call.query.after ?? '0';
  const page = ids.filter((id) => compareIds(id, after) > 0).sort(compareIds);
  return page.slice(0, limit).map((id) => renderUserById(call.world, id));
}

function clearOne(call: Call): unknown {
  const channel = theChannel(call);
  requireInChannel(call, channel, P.ManageMessages);
  clearReactions(call.world, theMessage(call, channel), theEmoji(call));
  return undefined;
}

function clearAll(call: Call): unknown {
  const channel = theChannel(call);
  requireInChannel(call, channel, P.ManageMessages);
  clearReactions(call.world, theMessage(call, channel));
  return undefined;
}

function pinned(call: Call) {
  const channel = theChannel(call);
  if (!has(permissionsHere(call, channel), P.ReadMessageHistory)) return [];
  const rows = call.world.messages.in('pinned', channel.id);
  return rows.sort((a, b) => (b.pinned_at ?? '').localeCompare(a.pinned_at ?? ''));
}

function listPinsOld(call: Call): unknown {
  return pinned(call)
    .slice(0, 50)
    .map((message) => showMessage(call, message));
}

function listPins(call: Call): unknown {
  const form = new Form();
  const limit = form.integer(call.query.limit, 'limit', { min: 1, max: 50 }) ?? 50;
  form.done();
  const before = call.query.before ? Date.parse(call.query.before) : Number.POSITIVE_INFINITY;
  const found = pinned(call).filter((message) => Date.parse(message.pinned_at ?? '') < before);
  const items = found.slice(0, limit).map((message) => ({
    pinned_at: message.pinned_at,
    message: showMessage(call, message),
  }));
  return { items, has_more: found.length > limit };
}

function pin(call: Call): unknown {
  const { world } = call;
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  requireActive(channel);
  requireInChannel(call, channel, P.PinMessages);
  if (message.pinned_at) return undefined;
  if (world.messages.countIn('pinned', channel.id) >= MAX_PINS) throw refusal('maxPins');
  setPinned(world, message, true, causeOf(call));
  const current = world.channels.get(channel.id) ?? channel;
  addSystemMessage(call, current, MessageType.ChannelPinnedMessage, { message_id: message.id });
  return undefined;
}

function unpin(call: Call): unknown {
  const channel = theChannel(call);
  const message = theMessage(call, channel);
  requireActive(channel);
  requireInChannel(call, channel, P.PinMessages);
  if (message.pinned_at) setPinned(call.world, message, false, causeOf(call));
  return undefined;
}
