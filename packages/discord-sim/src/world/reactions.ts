import type { APIPartialEmoji } from 'discord-api-types/v10';
import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import type { SimMessage, SimReaction } from './entities.ts';
import { emitAbout } from './messages.ts';
import { renderMember } from './render.ts';
import type { World } from './world.ts';

export function sameEmoji(a: APIPartialEmoji, b: APIPartialEmoji): boolean {
  return a.id ? a.id === b.id : !b.id && a.name === b.name;
}

export function findReaction(message: SimMessage, emoji: APIPartialEmoji): SimReaction | undefined {
  return message.reactions.find((reaction) => sameEmoji(reaction.emoji, emoji));
}

export function addReaction(world: World, message: SimMessage, userId: string, emoji: APIPartialEmoji): void {
  const existing = findReaction(message, emoji);
  if (existing?.user_ids.includes(userId)) return;
  const reactions = existing
    ? message.reactions.map((r) => (r === existing ? { ...r, user_ids: [...r.user_ids, userId] } : r))
    : [...message.reactions, { emoji, user_ids: [userId] }];
  world.transact(() => {
    const row = world.messages.put({ ...message, reactions });
    const member = world.members.get(`${message.guild_id}:${userId}`);
    emitReaction(world, Event.MessageReactionAdd, row, {
      user_id: userId,
      emoji,
      ...(member ? { member: renderMember(world, member) } : {}),
      message_author_id: message.author_id,
      burst: false,
      type: 0,
    });
  });
}

export function removeReaction(
  world: World,
  message: SimMessage,
  userId: string,
  emoji: APIPartialEmoji,
): void {
  const existing = findReaction(message, emoji);
  if (!existing?.user_ids.includes(userId)) return;
  const reactions = message.reactions.flatMap((reaction) => {
    if (reaction !== existing) return [reaction];
    const user_ids = reaction.user_ids.filter((id) => id !== userId);
    return user_ids.length > 0 ? [{ ...reaction, user_ids }] : [];
  });
  world.transact(() => {
    const row = world.messages.put({ ...message, reactions });
    emitReaction(world, Event.MessageReactionRemove, row, { user_id: userId, emoji, burst: false, type: 0 });
  });
}

/** Removes every reaction, or every one with one emoji. */
export function clearReactions(world: World, message: SimMessage, emoji?: APIPartialEmoji): void {
  const reactions = emoji ? message.reactions.filter((r) => !sameEmoji(r.emoji, emoji)) : [];
  world.transact(() => {
    const row = world.messages.put({ ...message, reactions });
    if (emoji) emitReaction(world, Event.MessageReactionRemoveEmoji, row, { emoji });
    else emitReaction(world, Event.MessageReactionRemoveAll, row, {});
  });
}

function emitReaction(world: World, t: string, message: SimMessage, extra: object): void {
  emitAbout(world, t, message, () => ({
    channel_id: message.channel_id,
    message_id: message.id,
    ...(message.guild_id ? { guild_id: message.guild_id } : {}),
    ...extra,
  }));
}
