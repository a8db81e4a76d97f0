import type { Channel } from '../simulator/types.ts';
import type { Client } from './client.ts';
import { compareIds } from './ids.ts';
import { meIn } from './state.ts';

/** Up to where a person has read, kept in this browser. */

const storageKey = (client: Client) => `read:${meIn(client.state).id}`;

export function loadRead(client: Client): void {
  client.set({ read: JSON.parse(localStorage.getItem(storageKey(client)) ?? '{}') });
}

export function markRead(client: Client, channelId: string, messageId: string | null | undefined): void {
  const { read, mentions } = client.state;
  const known = read[channelId];
  if (!messageId || (known && compareIds(messageId, known) <= 0)) return;
  const without = new Map(mentions);
  without.delete(channelId);
  const now = { ...read, [channelId]: messageId };
  client.set({ read: now, mentions: without });
  localStorage.setItem(storageKey(client), JSON.stringify(now));
}

/** What was there before the person came counts as read. */
export function markKnown(client: Client, channels: readonly Channel[]): void {
  const read = { ...client.state.read };
  for (const { id, last_message_id } of channels) {
    if (last_message_id && !read[id]) read[id] = last_message_id;
  }
  client.set({ read });
}
