import type { APIPartialEmoji } from 'discord-api-types/v10';
import type { World } from '../../world/world.ts';
import { isObject } from '../call.ts';

const UNICODE = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

export function isUnicodeEmoji(text: string): boolean {
  return UNICODE.test(text) || UNICODE.test(`${text}\uFE0F`);
}

/** An emoji as a component or reaction names it; nothing when there is no such emoji. */
export function findEmoji(world: World, value: unknown): APIPartialEmoji | undefined {
  if (!isObject(value)) return undefined;
  if (value.id !== undefined && value.id !== null) {
    const emoji = world.emojis.get(String(value.id));
    return emoji && { id: emoji.id, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) };
  }
  return typeof value.name === 'string' && isUnicodeEmoji(value.name)
    ? { id: null, name: value.name }
    : undefined;
}

/** The emoji in a reaction's address: `name:id` or the character itself. */
export function parseReactionEmoji(world: World, text: string): APIPartialEmoji | undefined {
  const id = /^[\w~]+:(\d+)$/.exec(text)?.[1];
  return findEmoji(world, id ? { id } : { name: text });
}
